/** A list of articles that readers can follow: all of them ({}), those of one category, or those of one tag. Never both. */
export interface List {
  category?: string;
  tag?: string;
}
