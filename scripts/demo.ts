import { startDemo } from './demo/start-demo.ts';
import { explainStartFailure } from './start-failure.ts';
import { wantsToStart } from './wants-to-start.ts';

const HELP = `Starts Inkstone with sample articles in English, Korean and Japanese, in a data folder of its own.

  npm run demo

  PORT            where it listens (default 8080)
  INKSTONE_DATA   its data folder (default ./var/demo); delete it to begin anew`;

if (wantsToStart(HELP))
  try {
    await runDemo();
  } catch (error) {
    const { PORT = '8080', INKSTONE_DATA = './var/demo' } = process.env;
    console.error(
      `The demo cannot start. ${explainStartFailure(error, { port: Number(PORT), dataFolder: INKSTONE_DATA })}`,
    );
    process.exit(1);
  }

async function runDemo(): Promise<void> {
  console.error('Starting (the first start compiles the site, which takes some seconds) …');
  const { service, config, token } = await startDemo({ INKSTONE_DATA: './var/demo', ...process.env });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void service.stop());
  console.log(describeDemo(config.siteUrl, token));
}

function describeDemo(site: string, token: string): string {
  return `
Inkstone is running. Stop it with Ctrl+C.

  English   ${site}/en/
  한국어    ${site}/ko/
  日本語    ${site}/ja/
  Topics    ${site}/categories
  Feeds     ${site}/feed/rss.xml   ${site}/feed/atom.xml   ${site}/feed.json
  API       ${site}/openapi.json

Token for the API (valid until the next demo): ${token}

Publish an article; the answer comes when it is live:

curl -sS ${site}/api/v1/articles -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -H 'Prefer: wait=10' -d '{"title":"Hello from the terminal","slug":"hello-from-the-terminal","content":"<p>Published with one line of curl.</p>","status":"published","category":"technology","tags":["publishing"]}'

See it at ${site}/en/articles/hello-from-the-terminal, then take it off the site again:

curl -sS -X PATCH ${site}/api/v1/articles/hello-from-the-terminal -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -H 'Prefer: wait=10' -d '{"status":"archived"}'
`;
}
