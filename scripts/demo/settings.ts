/** What stands in the demo's site.json: the names of its categories in three languages. */
export const DEMO_SETTINGS = {
  defaultLang: 'en',
  categoryNames: {
    technology: { en: 'Technology', ko: '기술', ja: 'テクノロジー' },
    language: { en: 'Language', ko: '언어', ja: 'ことば' },
    culture: { en: 'Culture', ko: '문화', ja: '文化' },
    science: { en: 'Science', ko: '과학', ja: '科学' },
    cities: { en: 'Cities', ko: '도시', ja: '都市' },
    craft: { en: 'Craft', ko: '공예', ja: '手しごと' },
  },
};
