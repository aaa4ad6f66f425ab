import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { LANGUAGES } from '../../../data/languages.ts';
import { readSampleArticles } from '../../../scripts/demo/sample-articles.ts';

const frontMatter = {
  title: 'Night radio',
  summary: 'Voices after midnight.',
  category: 'culture',
  tags: ['radio'],
  author: 'Miriam Feld',
  published: 3.5,
};

async function readOne(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'inkstone-samples-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const lang of LANGUAGES) await mkdir(join(folder, lang));
  await writeFile(join(folder, 'ko', 'night-radio.html'), text);
  return readSampleArticles(folder);
}

const written = (changes: object, html = '<p>Static.</p>') =>
  `---json\n${JSON.stringify({ ...frontMatter, ...changes })}\n---\n${html}\n`;

it('reads every article of the demo', async () => {
  const samples = await readSampleArticles();
  for (const lang of LANGUAGES)
    expect(samples.filter((sample) => sample.lang === lang).length).toBeGreaterThan(15);
  expect(samples.some(({ status }) => status === 'draft')).toBe(true);
});

it('reads an article', async () => {
  const html = '<figure><img src="image:waves-2" alt="Waves"></figure>';
  const changes = { image: 'orbits-4', image_alt: 'Rings', source_url: 'https://example.org/radio' };
  expect(await readOne(written(changes, html))).toEqual([
    {
      topic: 'night-radio',
      lang: 'ko',
      title: 'Night radio',
      summary: 'Voices after midnight.',
      category: 'culture',
      tags: ['radio'],
      author: 'Miriam Feld',
      publishedDaysAgo: 3.5,
      image: 'orbits-4',
      sourceUrl: 'https://example.org/radio',
      status: 'published',
      html,
    },
  ]);
});

it.each([
  ['no front matter', '<p>Static.</p>', 'front matter'],
  ['front matter that is not JSON', '---json\n{"title"\n---\n<p>Static.</p>', 'JSON'],
  ['a missing title', written({ title: undefined }), 'title'],
  ['an unknown field', written({ colour: 'red' }), 'colour'],
  ['an unknown status', written({ status: 'live' }), 'status'],
  ['a thumbnail that nobody can draw', written({ image: 'waves-7' }), 'image'],
  ['a picture that nobody can draw', written({}, '<img src="image:sea-1" alt="">'), 'sea-1'],
  ['no text', written({}, ' '), 'text'],
])('names the file that has %s', async (_, text, reason) => {
  await expect(readOne(text)).rejects.toThrow(/ko\/night-radio\.html: /);
  await expect(readOne(text)).rejects.toThrow(reason);
});
