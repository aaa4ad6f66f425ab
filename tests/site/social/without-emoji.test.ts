import { expect, test } from 'vitest';
import { withoutEmoji } from '../../../site/social/without-emoji.ts';

test.each([
  ['A plain title', 'A plain title'],
  ['How Long Is 👩‍👩‍👧‍👦?', 'How Long Is …?'],
  ['「👩‍💻」は何文字か', '「…」は何文字か'],
  ['서울 ❤️ 책', '서울 … 책'],
  ['🎉 We are open 🎉🎉', 'We are open'],
  ['Flags 🇰🇷🇯🇵 and tones 👍🏽 and 🏴󠁧󠁢󠁳󠁣󠁴󠁿 too', 'Flags … and tones … and … too'],
  ['Keys 1️⃣ and #️⃣', 'Keys 1 and #'],
  ['© ® ™️ 2026', '© ® ™ 2026'],
  ['🎉', ''],
])('%s is set as “%s”', (text, set) => {
  expect(withoutEmoji(text)).toBe(set);
});

test('nothing is left that a typeface for text lacks', () => {
  const left = withoutEmoji('a👩🏿‍🚀b🇺🇳c☂️d⌚e');
  expect(left).not.toMatch(/[\u200d\ufe0f\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}]/u);
});
