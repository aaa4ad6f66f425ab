import { Parser } from 'htmlparser2';

/** What is being written: its finished blocks, and the text of the one under way. */
interface Frame {
  tag: string;
  attributes: Record<string, string>;
  blocks: string[];
  text: string;
  /** The next number of an ordered list. */
  number: number;
}

const INLINE_MARKS: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*', del: '~~', s: '~~' };
const FRAMES = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'figure', 'figcaption'],
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption', 'dl', 'dt', 'dd', 'div', 'section'],
  ...[
    'article',
    'aside',
    'header',
    'footer',
    'details',
    'summary',
    'a',
    'code',
    ...Object.keys(INLINE_MARKS),
  ],
  ...['video', 'audio', 'picture', 'rp', 'rt'],
]);
const INLINE = new Set(['a', 'code', 'rt', 'rp', 'picture', ...Object.keys(INLINE_MARKS)]);

/**
 * Sanitised HTML as Markdown (CommonMark with tables and strike-through). What Markdown cannot say, links within the text
 * among it, is said by its text alone; no text is lost. Linear in the length of the input.
 */
export function htmlToMarkdown(html: string): string {
  const stack: Frame[] = [open('article', {})];
  const top = () => stack.at(-1) as Frame;
  const isInside = (tag: string) => stack.some((frame) => frame.tag === tag);
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (FRAMES.has(tag)) stack.push(open(tag, attributes));
        else top().text += voidElement(tag, attributes);
      },
      ontext(text) {
        top().text += isInside('pre') ? text : escaped(text.replace(/\s+/g, ' '), isInside('code'));
      },
      onclosetag(tag) {
        if (!FRAMES.has(tag)) return;
        const frame = stack.pop() as Frame;
        if (tag === 'code' && top().tag === 'pre') top().attributes.class ??= frame.attributes.class ?? '';
        if (INLINE.has(tag)) top().text += inline(frame, isInside('pre'));
        else addBlock(top(), block(frame));
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return contentOf(top());
}

function open(tag: string, attributes: Record<string, string>): Frame {
  return { tag, attributes, blocks: [], text: '', number: Number(attributes.start ?? 1) || 1 };
}

/** A line of its own, a picture, a frame; the rest of what is empty says nothing. */
function voidElement(tag: string, { src, alt, title }: Record<string, string>): string {
  if (tag === 'br') return '  \n';
  if (tag === 'hr') return '\n\n---\n\n';
  if (tag === 'img' && src) return `![${escaped(alt ?? '')}](${src})`;
  if (tag === 'iframe' && src) return `[${escaped(title ?? 'Video')}](${src})`;
  return '';
}

function inline(frame: Frame, isCode: boolean): string {
  const { tag, attributes } = frame;
  const text = unbroken(frame, ' ');
  if (isCode || text.trim() === '') return tag === 'rt' ? '' : text;
  const mark = INLINE_MARKS[tag];
  // A mark next to a space is no mark.
  if (mark) return marked(text, mark);
  if (tag === 'code') return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
  if (tag === 'a' && attributes.href?.startsWith('#')) return `[${text}]`;
  if (tag === 'a' && attributes.href) return `[${text}](${attributes.href})`;
  if (tag === 'rt') return `(${text})`;
  return tag === 'rp' ? '' : text;
}

function marked(text: string, mark: string): string {
  const core = text.trim();
  const start = text.length - text.trimStart().length;
  return text.slice(0, start) + mark + core + mark + text.slice(start + core.length);
}

function addBlock(parent: Frame, text: string): void {
  const isCell = parent.tag === 'tr';
  if (text.trim() === '' && !isCell) return;
  flush(parent);
  if (parent.tag === 'ul') parent.blocks.push(`- ${indented(text, 2)}`);
  else if (parent.tag === 'ol')
    parent.blocks.push(`${parent.number}. ${indented(text, `${parent.number++}. `.length)}`);
  else parent.blocks.push(text);
}

function indented(text: string, by: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(by)}`);
}

function flush(frame: Frame): void {
  // Looking back keeps a run of spaces from being tried at each of them.
  const text = frame.text.replace(/(?<![ \t])[ \t]*\n[ \t]*(?=\n)/g, '\n').trim();
  if (text !== '') frame.blocks.push(text);
  frame.text = '';
}

/** Blocks where no blocks belong are taken for their text. */
function unbroken({ blocks, text }: Frame, between: string): string {
  return blocks.length === 0 ? text : [...blocks, text].join(between);
}

function contentOf(frame: Frame, between = '\n\n'): string {
  flush(frame);
  return frame.blocks.join(between);
}

function block(frame: Frame): string {
  const { tag, attributes } = frame;
  if (/^h[1-6]$/.test(tag)) return `${'#'.repeat(Number(tag[1]))} ${oneLine(contentOf(frame))}`;
  if (tag === 'pre') return codeBlock(frame);
  if (tag === 'blockquote') return contentOf(frame).replace(/^/gm, '> ').replace(/^> $/gm, '>');
  if (tag === 'ul' || tag === 'ol') return contentOf(frame, '\n');
  if (tag === 'dd') return `: ${indented(contentOf(frame), 2)}`;
  if (tag === 'th' || tag === 'td') return oneLine(contentOf(frame, ' ')).replace(/\|/g, '\\|');
  if (tag === 'tr') return `| ${contentOf(frame, ' | ')} |`;
  if (tag === 'thead' || tag === 'tbody' || tag === 'tfoot') return contentOf(frame, '\n');
  if (tag === 'table') return table(frame);
  if ((tag === 'video' || tag === 'audio') && attributes.src) return `[${tag}](${attributes.src})`;
  return contentOf(frame);
}

function codeBlock(frame: Frame): string {
  const code = unbroken(frame, '\n').replace(/^\n|\n$/g, '');
  const fence = '`'.repeat(Math.max(3, ...Array.from(code.matchAll(/`+/g), ([ticks]) => ticks.length + 1)));
  const [, language = ''] = /(?:^| )language-(\S+)/.exec(frame.attributes.class ?? '') ?? [];
  return `${fence}${language}\n${code}\n${fence}`;
}

/** The first row is the head: Markdown knows no table without one. */
function table(frame: Frame): string {
  flush(frame);
  const captions = frame.blocks.filter((text) => !text.startsWith('|'));
  const rows = frame.blocks
    .filter((text) => text.startsWith('|'))
    .join('\n')
    .split('\n');
  if (rows[0] === '') return captions.join('\n\n');
  const columns = (rows[0] ?? '').split(/(?<!\\)\|/).length - 2;
  const rule = `|${' --- |'.repeat(Math.max(1, columns))}`;
  return [...captions, [rows[0], rule, ...rows.slice(1)].join('\n')].join('\n\n');
}

function oneLine(text: string): string {
  return text.replace(/(?<!\s)\s*\n\s*/g, ' ').trim();
}

/** Only what would turn into something else: models read text that is escaped at every turn less well. */
function escaped(text: string, isCode = false): string {
  return isCode ? text : text.replace(/[\\`*_<[\]]/g, '\\$&');
}
