import { parseArgs } from 'node:util';
import { auditAccessibility } from './audit/accessibility.ts';
import { auditBytes } from './audit/bytes.ts';
import { auditHtml } from './audit/html.ts';
import { auditWithLighthouse } from './audit/lighthouse.ts';
import { auditLinks } from './audit/links.ts';
import { type AuditedSite, openAuditedSite } from './audit/site.ts';

const HELP = `Judges the demo site as browsers, screen readers and search engines would.

  npm run audit                        everything
  npm run audit -- lighthouse links    some of: bytes, links, html, axe, lighthouse

  bytes       at most 20 KB of script and 15 KB of styles, compressed, in all
  links       no link on any page leads nowhere, anchors included
  html        no error or warning of the Nu HTML checker on any page (needs Java)
  axe         no finding of axe-core, in light and dark, wide and narrow
  lighthouse  performance, accessibility, best practices and SEO on a phone: 100 each

  PORT            where the demo listens meanwhile (default 8094)
  INKSTONE_DATA   its data folder (default ./var/audit), kept for the next time

Ends with 1 when something was found.`;

/** A judge prints what it sees and answers what it objects to, one line each. */
type Judge = (site: AuditedSite) => Promise<string[]>;

const JUDGES: Record<string, Judge> = {
  bytes: auditBytes,
  links: auditLinks,
  html: auditHtml,
  axe: auditAccessibility,
  lighthouse: auditWithLighthouse,
};

try {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help) console.log(HELP);
  else process.exitCode = await audit(positionals);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // The demo may have started already.
  process.exit(1);
}

/** Answers the exit code. */
async function audit(names: string[]): Promise<number> {
  const unknown = names.find((name) => !(name in JUDGES));
  if (unknown !== undefined) throw new Error(`There is no audit "${unknown}".\n\n${HELP}`);
  const site = await openAuditedSite(process.env);
  let found = 0;
  try {
    for (const [name, judge] of Object.entries(JUDGES)) {
      if (names.length > 0 && !names.includes(name)) continue;
      console.log(`\n== ${name}`);
      const findings = await judge(site);
      for (const finding of findings) console.log(`  ✗ ${finding}`);
      console.log(findings.length === 0 ? '  nothing found' : `  ${findings.length} found`);
      found += findings.length;
    }
  } finally {
    await site.close();
  }
  return found === 0 ? 0 : 1;
}
