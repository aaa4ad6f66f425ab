import fc from 'fast-check';
import { LANGUAGES } from '../../data/languages.ts';

/** Category and tag keys as they are stored: letters and digits of any script, `. _ + # -`, at least one letter or digit. */
export const anyKey = fc
  .array(
    fc.constantFrom(...'ab1é글漢かñ.._+#-', '.html', '.xml', '.json', 'index', 'archive', 'feed', 'en'),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((parts) => parts.join('').normalize('NFC'))
  .filter((key) => /[\p{L}\p{N}]/u.test(key));

/** Slugs as they are stored. */
export const anySlug = fc
  .array(fc.constantFrom(...'ab1é글漢か', 'html', 'index', 'archive', 'en'), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join('-').normalize('NFC'));

export const anyLanguage = fc.constantFrom(...LANGUAGES);

/** Text that breaks careless XML and JSON: `]]>`, control characters, lone surrogates, emoji, marks of direction. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ']]>',
        '<![CDATA[',
        '<!--',
        '-->',
        '</item>',
        '</script>',
        '&',
        '&amp;',
        '&#0;',
        '&nbsp;',
        '<?xml?>',
        '"',
        "'",
        '\u0000',
        '\u0008',
        '\u000b',
        '\u001f',
        '\u007f',
        '\u0085',
        '\u2028',
        '\ufffe',
        '\uffff',
        '\ud800',
        '\udfff',
        '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
        '\u{1fffe}',
        '\u200f',
        '\u202e',
        '\ufeff',
        '가',
        'ガ',
        '\r\n',
        '\t',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
