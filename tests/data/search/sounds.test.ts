import { describe, expect, it } from 'vitest';
import { readingsOf as readingsOfWords, spokenWords } from '../../../data/search/readings.ts';
import { soundOf } from '../../../data/search/romaji.ts';
import { packReadings, startsWithSound, unpackReadings } from '../../../data/search/stored-readings.ts';

const readingsOf = (title: string) => readingsOfWords(spokenWords(title));

describe('the sound of a reading', () => {
  it.each([
    [
      'zinko',
      ['じんこう', 'じんこー', 'jinkou', 'jinko', 'zinkou', 'jin-kō'.normalize('NFD').replace(/\u0304/, '')],
    ],
    ['tokiyo', ['とうきょう', 'とーきょー', 'tokyo', 'toukyou', 'tookyoo', 'とうきよう']],
    ['matutiya', ['まっちゃ', 'matcha', 'maccha', 'まつちや']],
    ['sinbun', ['しんぶん', 'shimbun', 'shinbun', 'sinbun']],
    ['honiyaku', ['ほんやく', 'honyaku', "hon'yaku"]],
    ['kona', ['こんな', 'konna', 'konnna']],
    ['baiorin', ['ゔぁいおりん', 'ばいおりん', 'baiorin']],
    ['zisiyo', ['じしょ', 'ぢしょ', 'jisho', 'zisyo']],
    ['dizeru', ['でぃーぜる', 'dizeru', 'diizeru']],
    ['patisie', ['ぱーてぃしぇ', 'patishe', 'paatishe']],
    ['otuti', ['うぉっち', 'wocchi', 'wotchi']],
    ['ota', ['うぉーたー', 'wo-ta-', 'wōtā'.normalize('NFD').replaceAll('\u0304', '')]],
  ])('%s is the same however it is written', (sound, spellings) => {
    for (const spelling of spellings) expect([spelling, soundOf(spelling)]).toEqual([spelling, sound]);
  });

  it.each([
    ['じんk', 'zink'],
    ['sh', 'si'],
    ['toukyo', 'tokiyo'],
    ['ch', 'ti'],
  ])('%s, half typed, is the beginning of a sound: %s', (typed, sound) => {
    expect(soundOf(typed)).toBe(sound);
  });

  it('is unknown for anything but kana and Latin letters', () => {
    expect(soundOf('人')).toBeUndefined();
    expect(soundOf('é')).toBeUndefined();
  });
});

describe('the readings of a title', () => {
  it.each([
    ['人工知能と編集者', 'zinkotinotohensiyusiya'],
    ['今日の大人気ゲーム', 'kiyonodaininkigemu'],
    ['東京大学の新聞', 'tokiyodaigakunosinbun'],
    ['ヴァイオリンとAI', 'baiorintoai'],
    ['ウォッチを読む', 'otutioyomu'],
    ['お茶を飲んだ人々', 'otiyaonondahitobito'],
  ])('%s is read %s', (title, sound) => {
    expect(readingsOf(title)[0]?.sound).toBe(sound);
  });

  it('tell which character each sound comes from', () => {
    const [reading] = readingsOf('人工知能');
    expect(reading).toMatchObject({ sound: 'zinkotino', words: [0, 5] });
    expect(reading?.starts).toEqual([0, 0, 0, 1, 1, 2, 2, 3, 3]);
    expect(reading?.ends).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4]);
  });

  it('include a word’s other readings', () => {
    expect(readingsOf('日本の春').map(({ sound }) => sound.slice(0, 5))).toEqual(['nihon', 'nitup']);
  });

  it('are none where nothing is Japanese', () => {
    expect(readingsOf('인공지능 and React')).toEqual([]);
  });

  it('come back from storage as they were', () => {
    const title = '京都の古い町家を守る若手職人たち、GPT-5の雪がパーティーへ';
    const readings = readingsOf(title);
    const packed = packReadings(spokenWords(title), readings);
    expect(unpackReadings(packed ?? null)).toEqual(readings);
    expect(startsWithSound(packed ?? '', 'kiyoto')).toBe(true);
    expect(startsWithSound(packed ?? '', 'huru')).toBe(false);
  });
});
