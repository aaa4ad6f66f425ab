/** A mistake in how a command was called. */
export class UsageError extends Error {}

/**
 * Says on standard error why a command failed; after a mistake in how it was called, how to call it. Answers its exit code: 2 for
 * such a mistake, else 1.
 */
export function explainFailure(error: unknown, help: string): 1 | 2 {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const isMisread = code.startsWith('ERR_PARSE_ARGS_');
  if (!isMisread && !(error instanceof UsageError)) {
    console.error(error instanceof Error ? message : error);
    return 1;
  }
  // Node goes on with a hint that is of no use here.
  const reason = isMisread ? `${message.split(/\.(?: |$)/)[0]}.` : message;
  console.error(`${reason}\n\n${help}`);
  return 2;
}
