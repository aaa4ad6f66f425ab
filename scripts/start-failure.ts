/** Says in a sentence why the service cannot start, and what to do next. */
export function explainStartFailure(
  error: unknown,
  { port, dataFolder }: { port?: number; dataFolder?: string },
): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop that one, or choose another port with PORT.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
      return `The data folder ${dataFolder} cannot be written (${error.message}). Give this user the right to, or choose another with INKSTONE_DATA.`;
    case 'EEXIST':
    case 'ENOTDIR':
    case 'ENOENT':
      return `The data folder ${dataFolder} cannot be made (${error.message}). Choose another with INKSTONE_DATA.`;
    default:
      return error.message;
  }
}
