/** An error as it can be sent from one thread to another: what it carries beside its message and stack may not be. */
export function plainError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const plain = new Error(error.message);
  plain.name = error.name;
  if (error.stack) plain.stack = error.stack;
  return plain;
}
