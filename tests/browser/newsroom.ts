import { expect } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';
import { drawJpeg, fileForm } from '../support/test-pictures.ts';

/** A running site with one story in three languages, a picture in it, and enough others to page through. */
export async function openNewsroom(): Promise<RunningService> {
  const service = await runService();
  const picture = await uploadPicture(service);
  const story = (lang: string, title: string, text: string) => ({
    title,
    lang,
    slug: `stone-${lang}`,
    content: `<h2>${title}</h2><p>${text.repeat(20)}</p><p><img src="${picture}" alt=""></p>
      <pre><code class="language-ts">const aVeryLongLine = 'that would break a narrow page if nobody took care of it, would it not?';</code></pre>
      <table><thead><tr><th>${'wide '.repeat(20)}</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>`,
    status: 'published',
    category: 'craft',
    tags: ['ink', 'stone'],
    thumbnail_url: picture,
  });
  const original = await publish(
    service,
    story('en', 'The stone that grinds the ink', 'It is cut from a river bed. '),
  );
  const translation = { translation_of: original };
  await publish(service, { ...story('ko', '먹을 가는 돌', '강바닥에서 떼어 낸 돌이다. '), ...translation });
  await publish(service, { ...story('ja', '墨を磨る石', '川底から切り出した石である。'), ...translation });
  for (let n = 1; n <= 30; n++)
    await publish(service, {
      title: `Stories of the river ${n}`,
      lang: 'en',
      content: '<p>Text.</p>',
      status: 'published',
      category: n % 2 ? 'cities' : 'science',
      tags: ['river'],
    });
  await publish(
    service,
    { title: 'The last one', lang: 'en', content: '<p>Text.</p>', status: 'published' },
    { Prefer: 'wait=30' },
  );
  return service;
}

async function uploadPicture(service: RunningService): Promise<string> {
  const body = fileForm(await drawJpeg({ width: 1600, height: 1000 }));
  const response = await service.call('/api/v1/upload', { method: 'POST', body });
  expect(response.status).toBe(201);
  return ((await response.json()) as { url: string }).url;
}

async function publish(
  service: RunningService,
  json: object,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await service.call('/api/v1/articles', { json, headers });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
}
