/** A smaller or better compressed form of an upload, made for pages. */
export interface Variant {
  /** `/uploads/<hash>-<width>.<webp|avif>` */
  url: string;
  width: number;
  type: 'image/webp' | 'image/avif';
}

/** A stored picture. */
export interface Upload {
  /** `/uploads/<hash>.<extension>` */
  url: string;
  width: number;
  height: number;
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif';
  bytes: number;
  animated: boolean;
  /** null until they have been made. */
  variants: Variant[] | null;
  createdAt: string;
}
