import { writeFileSync } from 'node:fs';
import { readJson } from '../site/settings.ts';

/** The address and name under which the service publishes, which no other command may change by accident. */
export interface ServedAs {
  url: string;
  name: string;
}

/** Remembers them for commands that are run in another environment than the service. */
export function rememberServedAs(file: string, { url, name }: ServedAs): void {
  writeFileSync(file, `${JSON.stringify({ url, name }, null, 2)}\n`);
}

/**
 * What pages rendered by hand are made with: as the service does, whatever this shell's environment leaves out.
 * @throws Error when the environment says something else than the service does.
 */
export function resolveServedAs(file: string, given: Partial<ServedAs>, fallback: ServedAs): ServedAs {
  const served = readJson(file) as ServedAs | undefined;
  if (!served) return fallback;
  refuseOther('SITE_URL', given.url, served.url);
  refuseOther('SITE_NAME', given.name, served.name);
  return served;
}

function refuseOther(variable: string, given: string | undefined, served: string): void {
  if (given === undefined || given === served) return;
  throw new Error(
    `The service publishes this site with ${variable}=${served}, but here ${variable} is ${given}. ` +
      'Leave it out, or start the service with the new value: it renders the site anew by itself.',
  );
}
