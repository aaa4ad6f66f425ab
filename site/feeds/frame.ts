/** A feed document without its entries: what stands before them, between two of them, and after them. */
export interface Frame {
  before: string;
  separator: string;
  after: string;
}
