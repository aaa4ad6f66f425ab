import { parseArgs } from 'node:util';
import { explainFailure } from './command-failure.ts';
import { readOpenApiDocument } from './openapi-document.ts';

const HELP = `Prints the description of the API (OpenAPI 3.1), as the service gives it at /openapi.json.

  npm run --silent openapi > openapi.json`;

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help) console.log(HELP);
  else console.log(JSON.stringify(await readOpenApiDocument(process.env), null, 2));
} catch (error) {
  process.exitCode = explainFailure(error, HELP);
}
