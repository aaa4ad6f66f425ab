import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { openTally } from './tally.ts';

const tally = openTally('regular expressions');
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Long enough for what grows with the square of it to show: 400 million steps instead of 20,000. */
const LENGTH = 20_000;
/** One pass takes well below a millisecond; the machine may look away for some. */
const MAX_MS = 60;
const MAX_UNITS = 300;

interface Expression {
  where: string;
  expression: RegExp;
}

/** Every regular expression that the service's own code spells, with the place where it stands. */
function expressionsIn(room: string): Expression[] {
  return readdirSync(join(PROJECT, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|astro)$/.test(name))
    .flatMap((name) => {
      const found: Expression[] = [];
      const text = scriptOf(name, readFileSync(join(PROJECT, room, name), 'utf8'));
      const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
      const visit = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node)) {
          const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
          found.push({
            where: `${room}/${name}: ${node.text}`,
            expression: new RegExp(source, flags.replace('y', '')),
          });
        }
        node.forEachChild(visit);
      };
      visit(file);
      return found;
    });
}

/** A component's frontmatter; the rest of a component is markup with short expressions, taken as a whole. */
function scriptOf(name: string, text: string): string {
  return name.endsWith('.astro') ? (/^---\n(.*?)\n---/s.exec(text)?.[1] ?? '') : text;
}

const COMMON = [
  'a',
  '0',
  ' ',
  '\n',
  '\t',
  '"',
  "'",
  '<',
  '>',
  '&',
  '-',
  '/',
  '.',
  ',',
  ';',
  '=',
  '%',
  ':',
  '가',
  '\u0301',
];

/** What an expression could stumble over: its own letters, words and classes, one by one and in pairs. */
function unitsOf({ source }: RegExp): string[] {
  const words = (source.match(/[\p{L}\d]{2,12}/gu) ?? []).slice(0, 6);
  const signs = [...new Set(source.match(/[^\\()[\]{}|?*+^$\p{L}\d]/gu) ?? [])].slice(0, 8);
  const own = [...new Set([...words, ...signs])];
  const singles = [...new Set([...COMMON, ...own])];
  return [...singles, ...own.flatMap((one) => singles.flatMap((other) => [one + other, other + one]))];
}

/** The unit again and again, after and before something that keeps it from matching to the end. */
function attacksOf(unit: string): string[] {
  const long = unit.repeat(Math.ceil(LENGTH / unit.length));
  return [`${long}\0`, `\0${long}\u2028!`, `x${long}\n`];
}

/** The first unit that keeps an expression busy, with the time that it took. */
function slowUnit({ expression }: Expression): { ms: number; unit: string } | undefined {
  for (const unit of [...new Set(unitsOf(expression))].slice(0, MAX_UNITS))
    for (const attack of attacksOf(unit)) {
      const before = process.threadCpuUsage();
      expression.lastIndex = 0;
      if (expression.global) attack.replace(expression, '');
      else expression.exec(attack);
      const { user, system } = process.threadCpuUsage(before);
      tally.add('attempts');
      const ms = (user + system) / 1000;
      if (ms > MAX_MS) return { ms, unit };
    }
  return undefined;
}

/** Those that take longer, with what keeps anybody from giving them so long a text. */
const BOUNDED: [RegExp, string][] = [
  [/slugs\.ts: \/-\+\$\/u$/, 'a slug of 80 characters at most'],
  [/article-text\.ts: \/\[\\s\\p\{Ps\}/, 'a summary, cut to its length before'],
  [/article-text\.ts: \/<\(h\[1-6\]/, 'sanitised HTML, in which whatever is opened is closed'],
];

test.each(['api', 'data', 'site'])('none in %s takes more than one look at each letter', (room) => {
  const expressions = expressionsIn(room);
  expect(expressions.length).toBeGreaterThan(10);
  tally.add('expressions', expressions.length);
  const slow: string[] = [];
  for (const expression of expressions) {
    const found = slowUnit(expression);
    if (found && !BOUNDED.some(([where]) => where.test(expression.where)))
      slow.push(`${expression.where}  ${Math.round(found.ms)} ms for ${JSON.stringify(found.unit)}`);
  }
  expect(slow).toEqual([]);
});
