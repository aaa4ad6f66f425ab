import { describe, expect, it } from 'vitest';
import { detectLanguage, isLanguage } from '../../data/languages.ts';
import { processorMs } from '../support/processor-time.ts';

describe('detectLanguage', () => {
  it.each([
    ['en', 'Bees in the city', 'They live on rooftops and feed on linden trees.'],
    ['ko', '도시의 벌', '벌들은 옥상에 살며 보리수에서 꿀을 모은다.'],
    ['ja', '都市のミツバチ', '屋上に住み、菩提樹から蜜を集めます。'],
    ['ja', '東京大学', ''],
    ['ko', 'Galaxy S25 Ultra, iPhone 17 Pro Max 비교', ''],
    [
      'ko',
      'Node.js와 React로 만드는 SPA',
      '<p>이 글에서는 <code>const app = createApp()</code>를 설명합니다.</p>',
    ],
    ['en', 'What 눈치 means', '<p>The word 눈치 is hard to translate, but easy to feel in a room.</p>'],
    ['ko', '大韓民國의 憲法', '모든 國民은 法 앞에 平等하다.'],
    ['ja', '韓国語「눈치」入門', '空気を読むという意味です。'],
    ['en', '', ''],
    ['en', '2026', '— 👍'],
    ['en', 'Ελληνικά', 'Καλημέρα'],
    // The title counts three times.
    ['ko', '도시의 벌', 'the bees live on the roofs'],
    ['ko', '', '벌 is'],
    ['en', '', '벌 is of to in'],
    // Names with digits are no prose, nor are tags; but a tag ends a word.
    ['ko', '벌', 'gpt4 llama3 qwen2 mixtral8'],
    ['ko', '벌', `${'<section><figure></figure></section>'.repeat(5)}벌`],
    ['en', '잉크', 'ink<br>stone<br>salt<br>silk<br>wood<br>wool<br>hair'],
  ])('reads %s from %s', (lang, title, text) => {
    expect(detectLanguage(title, text)).toBe(lang);
  });

  it('reads only the beginning of a long text', async () => {
    const text = `${'plain english words go on '.repeat(400)}${'한국어'.repeat(200_000)}`;
    expect(await processorMs(() => expect(detectLanguage('A title', text)).toBe('en'))).toBeLessThan(100);
  });
});

describe('isLanguage', () => {
  it.each([
    ['en', true],
    ['ko', true],
    ['ja', true],
    ['fr', false],
    ['', false],
    [undefined, false],
    [['en'], false],
  ])('%j: %s', (value, expected) => {
    expect(isLanguage(value)).toBe(expected);
  });
});
