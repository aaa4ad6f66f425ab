/** One run of the curation pipeline, as its agent described it. */
export interface CurationRun {
  id: string;
  runId: string | null;
  /** The description as it was sent. */
  entry: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
}
