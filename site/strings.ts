import type { Language } from '../data/languages.ts';
import type { ReactionType } from '../data/reactions.ts';

/** Every word of the interface that is not an article's own. A language that lacks one is a type error. */
export interface Strings {
  /** The language's own name. */
  language: string;
  skipToContent: string;
  siteDescription(name: string): string;
  mainNavigation: string;
  languages: string;
  home: string;
  categories: string;
  archive: string;
  feeds: string;
  feedsTitle: string;
  feedsDescription(site: string): string;
  feedsAdvice: string;
  feedIntroduction: string;
  feedOfEverything: string;
  feedOfAllLanguages: string;
  footerNavigation: string;
  colophon: string;

  search: string;
  searchLabel: string;
  searchPlaceholder: string;
  suggestions: string;
  searchTitle(query: string): string;
  searchIntroduction: string;
  searchResults(count: number, query: string): string;
  /** When there are as many results as are ever shown, or more. */
  searchManyResults(count: number, query: string): string;
  searchNothing(query: string): string;
  /** Stands before a link that searches for something else. */
  didYouMean: string;
  searchAdvice: string;
  allLanguages: string;
  allCategories: string;
  languageFilter: string;
  categoryFilter: string;
  previousResults: string;
  nextResults: string;
  pages: string;
  pageNumber(page: number): string;

  newest: string;
  leadStory: string;
  mostRead: string;
  nothingYet: string;
  nothingYetAdvice: string;
  olderArticles: string;
  articleCount(count: number): string;

  category: string;
  tag: string;
  tags: string;
  categoryDescription(name: string, site: string): string;
  tagDescription(name: string, site: string): string;
  followThis: string;

  archiveTitle: string;
  archiveDescription(site: string): string;
  archivePageTitle(page: number): string;
  listPageTitle(name: string, page: number): string;
  archivePages: string;
  allPages: string;
  older: string;
  newer: string;
  archiveEmptyPage: string;

  categoriesTitle: string;
  categoriesDescription(site: string): string;
  topicMap: string;
  topicMapIntroduction: string;
  topicMapPicture(categories: string): string;
  /** A drop of the topic map; `others` is empty when it shares no tag. */
  topic(name: string, count: number, others: string): string;
  sharedTags(a: string, b: string): string;
  overlapsTitle: string;
  noOverlaps: string;
  newestIn(name: string): string;

  by(author: string): string;
  published: string;
  updated: string;
  readingTime(minutes: number): string;
  contents: string;
  alsoIn: string;
  source: string;
  table(number: number): string;
  backToText: string;
  copyCode: string;
  copied: string;
  reactions: string;
  reaction: Record<ReactionType, string>;
  reactionFailed: string;
  /** The title of the page that shows them to readers without scripts. */
  reactionsTo(title: string): string;
  reactionGiven: string;
  reactionRefused: string;
  noReactionGiven: string;
  reactionAdvice: string;
  backToArticle: string;
  views: string;
  share: string;
  sendByMail: string;
  related: string;
  moreArticles: string;
  previousArticle: string;
  nextArticle: string;

  notFoundTitle: string;
  notFoundText: string;
  notFoundSearch: string;
}

const number = {
  en: new Intl.NumberFormat('en'),
  ko: new Intl.NumberFormat('ko'),
  ja: new Intl.NumberFormat('ja'),
} satisfies Record<Language, Intl.NumberFormat>;

/** A whole number as the language writes it. */
export function formatNumber(value: number, lang: Language): string {
  return number[lang].format(value);
}

const english: Strings = {
  language: 'English',
  skipToContent: 'Skip to the content',
  siteDescription: (name) => `${name}: articles in English, Korean and Japanese.`,
  mainNavigation: 'Main',
  languages: 'Language',
  home: 'Home',
  categories: 'Categories',
  archive: 'Archive',
  feeds: 'Feeds',
  feedsTitle: 'All feeds',
  feedsDescription: (site) => `Every feed of ${site}: all articles, each category, each tag.`,
  feedsAdvice:
    'A feed brings new articles to you, whole and without an account. Copy the address of one into a feed reader; the reader tells you when something new appears.',
  feedIntroduction:
    'This is a feed. Copy its address from the address bar into a feed reader, and new articles will come to you.',
  feedOfEverything: 'All articles',
  feedOfAllLanguages: 'All articles in all languages',
  footerNavigation: 'More of this site',
  colophon: 'Set in Brygada 1918 and in the letters of your own device. Plain pages, no trackers.',

  search: 'Search',
  searchLabel: 'Search the articles',
  searchPlaceholder: 'Search',
  suggestions: 'Suggestions',
  searchTitle: (query) => `Search: ${query}`,
  searchIntroduction: 'Search titles, summaries, tags and full texts. Parts of words are enough.',
  searchResults: (count, query) =>
    `${number.en.format(count)} ${count === 1 ? 'article' : 'articles'} for “${query}”`,
  searchManyResults: (count, query) => `The best ${number.en.format(count)} results for “${query}”`,
  searchNothing: (query) => `Nothing found for “${query}”`,
  didYouMean: 'Did you mean',
  searchAdvice:
    'Try fewer or shorter words, another language, or look around in the categories and the archive.',
  allLanguages: 'All languages',
  allCategories: 'All categories',
  languageFilter: 'Language',
  categoryFilter: 'Category',
  previousResults: 'Previous results',
  nextResults: 'More results',
  pages: 'Pages',
  pageNumber: (page) => `Page ${number.en.format(page)}`,

  newest: 'Newest',
  leadStory: 'Lead story',
  mostRead: 'Most read',
  nothingYet: 'Nothing has been published here yet.',
  nothingYetAdvice: 'The first article will appear on this page the moment it is published.',
  olderArticles: 'Older articles',
  articleCount: (count) => (count === 1 ? '1 article' : `${number.en.format(count)} articles`),

  category: 'Category',
  tag: 'Tag',
  tags: 'Tags',
  categoryDescription: (name, site) => `The newest articles about ${name} on ${site}.`,
  tagDescription: (name, site) => `The newest articles tagged “${name}” on ${site}.`,
  followThis: 'Follow by feed',

  archiveTitle: 'Archive',
  archiveDescription: (site) => `Every article of ${site}, back to the first.`,
  archivePageTitle: (page) => `Archive, page ${number.en.format(page)}`,
  listPageTitle: (name, page) => `${name}, page ${number.en.format(page)}`,
  archivePages: 'Archive pages',
  allPages: 'Pages, newest first',
  older: 'Older',
  newer: 'Newer',
  archiveEmptyPage: 'The articles that stood on this page have been withdrawn.',

  categoriesTitle: 'Categories',
  categoriesDescription: (site) => `The categories of ${site}, their tags, and how their topics overlap.`,
  topicMap: 'Topic map',
  topicMapIntroduction:
    'Each drop is a category; the more articles, the larger. An arc joins two categories that share tags; the thicker, the more they share.',
  topicMapPicture: (categories) =>
    `Picture of the categories ${categories} and the tags that join them. The list after it says the same.`,
  topic: (name, count, others) =>
    `${name}: ${count === 1 ? '1 article' : `${number.en.format(count)} articles`}${others && `, shares tags with ${others}`}`,
  sharedTags: (a, b) => `${a} and ${b}`,
  overlapsTitle: 'Where topics meet',
  noOverlaps: 'No two categories share a tag yet.',
  newestIn: (name) => `Newest in ${name}`,

  by: (author) => `By ${author}`,
  published: 'Published',
  updated: 'Updated',
  readingTime: (minutes) => (minutes === 1 ? '1 minute to read' : `${minutes} minutes to read`),
  contents: 'Contents',
  alsoIn: 'Also in',
  source: 'Source',
  table: (index) => `Table ${index}`,
  backToText: 'Back to the text',
  copyCode: 'Copy',
  copied: 'Copied',
  reactions: 'Reactions',
  reaction: { like: 'Like', fire: 'Fire', mindblown: 'Mind blown', heart: 'Heart' },
  reactionFailed: 'Your reaction could not be saved. Please try again in a moment.',
  reactionsTo: (title) => `Reactions to “${title}”`,
  reactionGiven: 'Thank you, that counts',
  reactionRefused: 'That did not count',
  noReactionGiven: 'You have not reacted',
  reactionAdvice: 'Press a reaction to give it, and once more to take it back.',
  backToArticle: 'Back to the article',
  views: 'Views',
  share: 'Share',
  sendByMail: 'Send by e-mail',
  related: 'Related articles',
  moreArticles: 'Before and after',
  previousArticle: 'Previous article',
  nextArticle: 'Next article',

  notFoundTitle: 'This page does not exist',
  notFoundText: 'It may have been withdrawn, or the address may be incomplete. These ways lead on:',
  notFoundSearch: 'Search for it',
};

const korean: Strings = {
  language: '한국어',
  skipToContent: '본문으로 건너뛰기',
  siteDescription: (name) => `${name} — 영어, 한국어, 일본어로 읽는 글.`,
  mainNavigation: '주 메뉴',
  languages: '언어',
  home: '홈',
  categories: '분야',
  archive: '지난 글',
  feeds: '피드',
  feedsTitle: '모든 피드',
  feedsDescription: (site) => `${site}의 모든 피드: 전체 글, 분야별, 태그별.`,
  feedsAdvice:
    '피드를 구독하면 가입하지 않아도 새 글이 온전히 배달됩니다. 아래 주소를 피드 리더에 붙여 넣으면, 새 글이 올라올 때마다 리더가 알려 줍니다.',
  feedIntroduction:
    '이 페이지는 피드입니다. 주소창의 주소를 피드 리더에 붙여 넣으면 새 글을 받아볼 수 있습니다.',
  feedOfEverything: '전체 글',
  feedOfAllLanguages: '모든 언어의 전체 글',
  footerNavigation: '사이트 안내',
  colophon:
    '라틴 글자는 Brygada 1918로, 한글은 읽는 이의 기기에 있는 글꼴로 짰습니다. 추적기 없는 담백한 페이지입니다.',

  search: '검색',
  searchLabel: '글 검색',
  searchPlaceholder: '검색',
  suggestions: '검색 제안',
  searchTitle: (query) => `‘${query}’ 검색`,
  searchIntroduction: '제목과 요약, 태그, 본문에서 찾습니다. 낱말의 일부만 입력해도 됩니다.',
  searchResults: (count, query) => `‘${query}’ 검색 결과 ${number.ko.format(count)}건`,
  searchManyResults: (count, query) => `‘${query}’ 검색 결과 상위 ${number.ko.format(count)}건`,
  searchNothing: (query) => `‘${query}’에 대한 검색 결과가 없습니다`,
  didYouMean: '혹시 찾으시는 말:',
  searchAdvice: '낱말을 줄이거나 다른 언어로 찾아 보세요. 분야와 지난 글에서 둘러볼 수도 있습니다.',
  allLanguages: '모든 언어',
  allCategories: '모든 분야',
  languageFilter: '언어',
  categoryFilter: '분야',
  previousResults: '이전 결과',
  nextResults: '다음 결과',
  pages: '페이지',
  pageNumber: (page) => `${number.ko.format(page)}쪽`,

  newest: '새 글',
  leadStory: '머리기사',
  mostRead: '많이 읽은 글',
  nothingYet: '아직 발행된 글이 없습니다.',
  nothingYetAdvice: '첫 글이 발행되는 순간 이 페이지에 나타납니다.',
  olderArticles: '이전 글 보기',
  articleCount: (count) => `글 ${number.ko.format(count)}편`,

  category: '분야',
  tag: '태그',
  tags: '태그',
  categoryDescription: (name, site) => `${site}의 ${name} 분야 새 글.`,
  tagDescription: (name, site) => `${site}에서 ‘${name}’ 태그가 달린 새 글.`,
  followThis: '피드로 구독',

  archiveTitle: '지난 글',
  archiveDescription: (site) => `${site}의 첫 글부터 지금까지, 모든 글.`,
  archivePageTitle: (page) => `지난 글 ${number.ko.format(page)}쪽`,
  listPageTitle: (name, page) => `${name} ${number.ko.format(page)}쪽`,
  archivePages: '지난 글 페이지',
  allPages: '쪽 (최신순)',
  older: '이전 글',
  newer: '최근 글',
  archiveEmptyPage: '이 쪽에 있던 글은 모두 내려졌습니다.',

  categoriesTitle: '분야',
  categoriesDescription: (site) => `${site}의 분야와 태그, 그리고 주제가 만나는 자리.`,
  topicMap: '주제 지도',
  topicMapIntroduction:
    '먹방울 하나가 한 분야이며, 글이 많을수록 큽니다. 호는 같은 태그가 달린 두 분야를 잇고, 겹치는 태그가 많을수록 굵습니다.',
  topicMapPicture: (categories) =>
    `${categories} 분야와 이들을 잇는 태그를 그린 그림. 뒤따르는 목록이 같은 내용을 글로 담고 있습니다.`,
  topic: (name, count, others) =>
    `${name}: 글 ${number.ko.format(count)}편${others && `, 태그가 겹치는 분야: ${others}`}`,
  sharedTags: (a, b) => `${a} · ${b}`,
  overlapsTitle: '주제가 만나는 자리',
  noOverlaps: '아직 태그가 겹치는 분야가 없습니다.',
  newestIn: (name) => `${name} 새 글`,

  by: (author) => `글 ${author}`,
  published: '발행',
  updated: '수정',
  readingTime: (minutes) => `읽는 데 ${minutes}분`,
  contents: '차례',
  alsoIn: '다른 언어로 읽기',
  source: '출처',
  table: (index) => `표 ${index}`,
  backToText: '본문으로 돌아가기',
  copyCode: '복사',
  copied: '복사했습니다',
  reactions: '반응',
  reaction: { like: '좋아요', fire: '뜨거워요', mindblown: '놀라워요', heart: '최고예요' },
  reactionFailed: '반응을 저장하지 못했습니다. 잠시 뒤에 다시 눌러 주세요.',
  reactionsTo: (title) => `‘${title}’에 남긴 반응`,
  reactionGiven: '반응을 남겼습니다',
  reactionRefused: '반응이 저장되지 않았습니다',
  noReactionGiven: '아직 남긴 반응이 없습니다',
  reactionAdvice: '누르면 반응이 남고, 한 번 더 누르면 취소됩니다.',
  backToArticle: '글로 돌아가기',
  views: '조회',
  share: '공유',
  sendByMail: '메일로 보내기',
  related: '함께 읽을 글',
  moreArticles: '앞뒤 글',
  previousArticle: '이전 글',
  nextArticle: '다음 글',

  notFoundTitle: '없는 페이지입니다',
  notFoundText: '글이 내려졌거나 주소가 완전하지 않을 수 있습니다. 아래에서 이어서 둘러보세요.',
  notFoundSearch: '검색으로 찾기',
};

const japanese: Strings = {
  language: '日本語',
  skipToContent: '本文へ移動',
  siteDescription: (name) => `${name}：英語・韓国語・日本語で読む記事。`,
  mainNavigation: 'メインメニュー',
  languages: '言語',
  home: 'ホーム',
  categories: '分野',
  archive: '過去の記事',
  feeds: 'フィード',
  feedsTitle: 'すべてのフィード',
  feedsDescription: (site) => `${site}のすべてのフィード。全記事、分野別、タグ別。`,
  feedsAdvice:
    'フィードを購読すると、登録なしで新しい記事が全文届きます。アドレスをフィードリーダーに貼り付ければ、新着をリーダーが知らせてくれます。',
  feedIntroduction:
    'これはフィードです。アドレス欄のアドレスをフィードリーダーに貼り付けると、新しい記事が届くようになります。',
  feedOfEverything: '全記事',
  feedOfAllLanguages: 'すべての言語の全記事',
  footerNavigation: 'サイト案内',
  colophon: '欧文は Brygada 1918、和文はお使いの端末の書体で組んでいます。追跡のない、素のページです。',

  search: '検索',
  searchLabel: '記事を検索',
  searchPlaceholder: '検索',
  suggestions: '検索候補',
  searchTitle: (query) => `「${query}」の検索`,
  searchIntroduction: '題名、要約、タグ、本文から探します。言葉の一部だけでもかまいません。',
  searchResults: (count, query) => `「${query}」の検索結果 ${number.ja.format(count)}件`,
  searchManyResults: (count, query) => `「${query}」の検索結果（上位${number.ja.format(count)}件）`,
  searchNothing: (query) => `「${query}」に一致する記事は見つかりませんでした`,
  didYouMean: 'もしかして：',
  searchAdvice: '言葉を減らすか、別の言語でお試しください。分野や過去の記事からもたどれます。',
  allLanguages: 'すべての言語',
  allCategories: 'すべての分野',
  languageFilter: '言語',
  categoryFilter: '分野',
  previousResults: '前の結果',
  nextResults: '次の結果',
  pages: 'ページ',
  pageNumber: (page) => `${number.ja.format(page)}ページ`,

  newest: '新着',
  leadStory: '巻頭記事',
  mostRead: 'よく読まれている記事',
  nothingYet: 'まだ公開された記事はありません。',
  nothingYetAdvice: '最初の記事は、公開と同時にこのページに現れます。',
  olderArticles: '以前の記事',
  articleCount: (count) => `${number.ja.format(count)}本`,

  category: '分野',
  tag: 'タグ',
  tags: 'タグ',
  categoryDescription: (name, site) => `${site}の分野「${name}」の新着記事。`,
  tagDescription: (name, site) => `${site}でタグ「${name}」の付いた新着記事。`,
  followThis: 'フィードで購読',

  archiveTitle: '過去の記事',
  archiveDescription: (site) => `${site}の最初の一本から今日までの、すべての記事。`,
  archivePageTitle: (page) => `過去の記事 ${number.ja.format(page)}ページ`,
  listPageTitle: (name, page) => `${name} ${number.ja.format(page)}ページ`,
  archivePages: '過去の記事のページ',
  allPages: 'ページ（新しい順）',
  older: '古い記事',
  newer: '新しい記事',
  archiveEmptyPage: 'このページにあった記事は、すべて取り下げられました。',

  categoriesTitle: '分野',
  categoriesDescription: (site) => `${site}の分野とタグ、そして話題の重なり。`,
  topicMap: '話題の地図',
  topicMapIntroduction:
    '墨のひとしずくが一つの分野で、記事が多いほど大きくなります。弧は同じタグの付いた分野どうしを結び、重なるタグが多いほど太くなります。',
  topicMapPicture: (categories) =>
    `${categories}の各分野と、それらを結ぶタグを描いた図。同じ内容を、続く一覧が文字で示します。`,
  topic: (name, count, others) =>
    `${name}：${number.ja.format(count)}本${others && `、タグが重なる分野：${others}`}`,
  sharedTags: (a, b) => `${a}と${b}`,
  overlapsTitle: '話題の重なるところ',
  noOverlaps: 'タグが重なる分野はまだありません。',
  newestIn: (name) => `${name}の新着`,

  by: (author) => `文・${author}`,
  published: '公開',
  updated: '更新',
  readingTime: (minutes) => `${minutes}分で読めます`,
  contents: '目次',
  alsoIn: '別の言語で読む',
  source: '出典',
  table: (index) => `表${index}`,
  backToText: '本文に戻る',
  copyCode: 'コピー',
  copied: 'コピーしました',
  reactions: '反応',
  reaction: { like: 'いいね', fire: '熱い', mindblown: '驚いた', heart: '好き' },
  reactionFailed: '反応を保存できませんでした。しばらくしてからもう一度お試しください。',
  reactionsTo: (title) => `「${title}」への反応`,
  reactionGiven: '反応を受け付けました',
  reactionRefused: '反応は保存されませんでした',
  noReactionGiven: 'まだ反応していません',
  reactionAdvice: '押すと反応が付き、もう一度押すと取り消せます。',
  backToArticle: '記事に戻る',
  views: '閲覧',
  share: '共有',
  sendByMail: 'メールで送る',
  related: 'あわせて読みたい',
  moreArticles: '前後の記事',
  previousArticle: '前の記事',
  nextArticle: '次の記事',

  notFoundTitle: 'このページはありません',
  notFoundText: '取り下げられたか、アドレスが途中で切れているのかもしれません。こちらからお進みください。',
  notFoundSearch: '検索して探す',
};

/** The interface strings of each language. */
export const STRINGS: Record<Language, Strings> = { en: english, ko: korean, ja: japanese };
