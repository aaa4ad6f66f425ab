import { existsSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openStore, type Store } from '../data/store.ts';
import { SCOPES, type Scope } from '../data/tokens.ts';
import { explainFailure, UsageError } from './command-failure.ts';
import { readSettings } from './environment.ts';
import { runtimePaths } from './runtime-paths.ts';

const HELP = `Makes, lists and revokes tokens for the API. Works while the service runs; a revoked token is refused at once.

  npm run token -- create --name NAME [--scopes SCOPES] [--expires DATE]
  npm run token -- list
  npm run token -- revoke NAME|ID

  --name NAME       what the token is for, such as "curation-agent"
  --scopes SCOPES   what it may do: ${SCOPES.join(', ')} (separated by commas; default: all)
  --expires DATE    when it ends, such as 2027-01-31 or 2027-01-31T12:00:00Z (default: never)

The token is shown once, when it is made. The database is the one in INKSTONE_DATA (default ./var).`;

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = explainFailure(error, HELP);
}

async function run(parameters: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      scopes: { type: 'string' },
      expires: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [command, ...rest] = positionals;
  if (values.help || command === 'help') return console.log(HELP);
  if (command === 'create') return withStore((store) => create(store, values), { makes: true });
  if (command === 'list') return withStore(list);
  if (command === 'revoke') return withStore((store) => revoke(store, rest));
  throw new UsageError(command ? `There is no command "${command}".` : 'Say what to do.');
}

async function withStore(work: (store: Store) => Promise<void>, { makes = false } = {}): Promise<void> {
  const { dataFolder } = readSettings();
  const { database } = runtimePaths(dataFolder);
  if (makes) mkdirSync(dataFolder, { recursive: true });
  else if (!existsSync(database))
    throw new Error(
      `There is no database at ${database}. Set INKSTONE_DATA to the data folder of the service.`,
    );
  console.error(`Database: ${database}`);
  const store = openStore({ file: database, leavesIndexes: true });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

async function create(
  store: Store,
  {
    name,
    scopes,
    expires,
  }: { name?: string | undefined; scopes?: string | undefined; expires?: string | undefined },
): Promise<void> {
  if (!name?.trim()) throw new UsageError('A token needs a name: --name NAME.');
  const { token, id } = await store.tokens.create({
    name: name.trim(),
    scopes: scopes === undefined ? [...SCOPES] : readScopes(scopes),
    expiresAt: expires === undefined ? null : readExpiry(expires),
  });
  console.error(`Token "${name.trim()}" (${id}). It is shown only now:`);
  console.log(token);
}

function readScopes(list: string): Scope[] {
  const names = list.split(',').map((scope) => scope.trim());
  const unknown = names.filter((scope) => !SCOPES.includes(scope as Scope));
  if (unknown.length > 0)
    throw new UsageError(`Unknown scope "${unknown.join('", "')}". Scopes: ${SCOPES.join(', ')}.`);
  return [...new Set(names as Scope[])];
}

function readExpiry(date: string): string {
  const time = Date.parse(date);
  if (!/^\d{4}-\d{2}-\d{2}/.test(date) || Number.isNaN(time))
    throw new UsageError(`"${date}" is no date such as 2027-01-31.`);
  if (time <= Date.now()) throw new UsageError(`${date} is in the past.`);
  return new Date(time).toISOString();
}

async function list(store: Store): Promise<void> {
  const tokens = await store.tokens.list();
  if (tokens.length === 0) return console.log('There are no tokens yet.');
  console.table(
    tokens.map(({ id, name, scopes, createdAt, expiresAt, revokedAt }) => ({
      name,
      scopes: scopes.join(' '),
      created: createdAt.slice(0, 10),
      expires: expiresAt?.slice(0, 10) ?? 'never',
      revoked: revokedAt?.slice(0, 10) ?? '',
      id,
    })),
  );
}

async function revoke(store: Store, [idOrName]: string[]): Promise<void> {
  if (!idOrName) throw new UsageError('Say which token to revoke, by name or id.');
  if (!(await store.tokens.revoke(idOrName)))
    throw new Error(`No token in use is called "${idOrName}". "npm run token -- list" shows all.`);
  console.log(`Token "${idOrName}" is revoked.`);
}
