import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { unpackWoff } from './woff.ts';

const FONTS = [
  '@fontsource/brygada-1918/files/brygada-1918-latin-600-normal.woff',
  '@fontsource/brygada-1918/files/brygada-1918-latin-ext-600-normal.woff',
  '@fontsource/gowun-batang/files/gowun-batang-korean-700-normal.woff',
  '@fontsource/zen-antique/files/zen-antique-japanese-400-normal.woff',
];

/**
 * Makes the typefaces of the cards known to the text engine of sharp, which reads neither WOFF nor a list of files: they are
 * unpacked into a folder, once, and a configuration for fontconfig names it. Fonts of the machine, where it has some,
 * stand in for characters that ours lack. To be called before anything is drawn; a machine without fonts needs nothing else.
 */
export async function installFonts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { resolve } = createRequire(import.meta.url);
  for (const font of FONTS) await install(resolve(font), folder);
  const file = join(folder, 'fonts.conf');
  await writeFile(file, configuration(folder));
  process.env.FONTCONFIG_FILE = file;
}

async function install(source: string, folder: string): Promise<void> {
  const target = join(folder, `${source.slice(source.lastIndexOf('/') + 1).replace('.woff', '.ttf')}`);
  if (await stat(target).catch(() => undefined)) return;
  const temporary = `${target}-${process.pid}`;
  await writeFile(temporary, await unpackWoff(await readFile(source)));
  await rename(temporary, target);
}

function configuration(folder: string): string {
  const text = (path: string) => path.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${text(folder)}</dir>
  <cachedir>${text(join(folder, 'cache'))}</cachedir>
</fontconfig>
`;
}
