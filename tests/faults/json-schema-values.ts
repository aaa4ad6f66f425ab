import type { Random } from './random.ts';

/** A JSON Schema, as far as the API's description uses it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  minimum?: number;
  maximum?: number;
}

/** Strings and other values that have broken services before. */
export const JUNK: readonly unknown[] = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u2066',
  '../../etc/passwd',
  "'; DROP TABLE articles; --",
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '%00',
  '%',
  '%E0%A4%A',
  'ﷺ'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(30),
  'x'.repeat(3000),
  '한글',
  '日本語',
  'a\r\nb: c',
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  { __proto__: null, length: -1 },
];

/** Makes values of schemas: fitting ones, and with some chance ones that do not fit. */
export function createValues(random: Random, resolve: (reference: string) => Schema) {
  const chance = (percent: number) => random.below(100) < percent;

  function make(schema: Schema, spoilPercent: number): unknown {
    if (chance(spoilPercent)) return random.pick(JUNK);
    if (schema.$ref) return make(resolve(schema.$ref), spoilPercent);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return make(random.pick(choices), spoilPercent);
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => make(part, spoilPercent)));
    if (schema.enum) return random.pick(schema.enum);
    if (schema.const !== undefined) return schema.const;
    return ofType(schema, spoilPercent);
  }

  function ofType(schema: Schema, spoilPercent: number): unknown {
    const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
    switch (type) {
      case 'object':
        return objectOf(schema, spoilPercent);
      case 'array':
        return Array.from({ length: random.below(5) }, () => make(schema.items ?? {}, spoilPercent));
      case 'integer':
      case 'number':
        return (schema.minimum ?? 0) + random.below(Math.min(schema.maximum ?? 100, 100) + 1);
      case 'boolean':
        return chance(50);
      case 'null':
        return null;
      default:
        return text(schema.format);
    }
  }

  function objectOf(
    { properties = {}, required = [] }: Schema,
    spoilPercent: number,
  ): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(properties))
      if (chance(required.includes(name) ? 100 - spoilPercent : 40))
        object[name] = make(schema, spoilPercent);
    if (chance(spoilPercent)) object[toText(random.pick(JUNK))] = random.pick(JUNK);
    return object;
  }

  function text(format?: string): string {
    if (format === 'uri') return random.pick(['https://example.org/x', '/uploads/none.jpg', 'http://[::1]/']);
    if (format === 'date-time') return new Date(random.below(2e9) * 1000).toISOString();
    if (format === 'uuid') return '019aa3a4-6f5e-7c1d-8a52-3f0f6f7f9e10';
    return random.pick([
      'salt',
      'Ink & stone',
      '<p>Text <b>bold</b></p>',
      '먹과 돌',
      '墨と石',
      'craft',
      'published',
      'en',
    ]);
  }

  return { make, chance };
}

/** A value as it stands in an address: text as it is, everything else as JSON. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '');
}
