import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * Starts the Chromium of this machine; `CHROMIUM` names it when it stands elsewhere.
 * @throws Error that says how to get one.
 */
export function launchChromium(args: string[] = []): Promise<Browser> {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  if (!executablePath)
    throw new Error('There is no Chromium. Install it (apt-get install chromium) or set CHROMIUM.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--disable-sync',
      ...args,
    ],
  });
}
