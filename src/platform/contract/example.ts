import { present } from '#platform/contract/present.ts';

export type JsonSchema = { readonly [key: string]: unknown };

/** Readable example values by field name. */
export type ExampleWords = Readonly<Record<string, unknown>>;

type Source = { readonly components: Readonly<Record<string, JsonSchema>>; readonly words: ExampleWords };

const DEPTH_MAX = 12;
const SOME_INSTANT = '2026-03-04T05:06:07.000Z';
const SOME_UUID = '3f1c2a64-8b0d-4c57-9e21-7a5d0c4b9f18';

/**
 * Returns a value that matches the schema: the schema's own example, otherwise the example for the field's name,
 * otherwise the simplest value of its type. The same schema always returns the same value.
 */
export function exampleOf(schema: JsonSchema, source: Source, name = '', depth = 0): unknown {
  if (typeof schema['$ref'] === 'string') {
    const target = source.components[schema['$ref'].replace('#/components/schemas/', '')] ?? {};
    return exampleOf({ ...target, ...withoutReference(schema) }, source, name, depth + 1);
  }
  if ('const' in schema) return schema['const'];
  if ('example' in schema) return schema['example'];
  const examples = schema['examples'];
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  const word = source.words[name];
  if (word !== undefined && seemsToFit(schema, word)) return word;
  if ('default' in schema) return schema['default'];
  const choices = schema['enum'];
  if (Array.isArray(choices)) return choices[0];
  const variants = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined;
  if (variants !== undefined) return exampleOf(variants[0] ?? {}, source, name, depth + 1);
  return byType(schema, source, name, depth);
}

function byType(schema: JsonSchema, source: Source, name: string, depth: number): unknown {
  switch (typeOf(schema)) {
    case 'object':
      return objectExample(schema, source, name, depth);
    case 'array':
      return arrayExample(schema, source, name, depth);
    case 'integer':
    case 'number':
      return numberExample(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
      return textExample(schema);
    default:
      return name === '' ? {} : 'text';
  }
}

/** Returns the type of the value. Of several types, the first that is not null. */
function typeOf({ type }: JsonSchema): unknown {
  return Array.isArray(type) ? (type.find((each) => each !== 'null') ?? 'null') : type;
}

function objectExample(schema: JsonSchema, source: Source, name: string, depth: number): unknown {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const filled = Object.entries(properties)
    .filter(([field]) => required.has(field) || depth < DEPTH_MAX)
    .map(([field, inner]) => [field, exampleOf(inner, source, field, depth + 1)] as const);
  const rest = schema['additionalProperties'];
  if (typeof rest !== 'object' || rest === null || filled.length > 0 || depth >= DEPTH_MAX)
    return Object.fromEntries(filled);
  const keys = (schema['propertyNames'] ?? {}) as JsonSchema;
  return Object.fromEntries(
    keysOf(keys, source).map((key) => [key, exampleOf(rest as JsonSchema, source, `${name}.*`, depth + 1)]),
  );
}

/** Returns the keys of an example map: all of a closed list, otherwise one. */
function keysOf(schema: JsonSchema, source: Source): readonly string[] {
  const target =
    typeof schema['$ref'] === 'string'
      ? source.components[present(schema['$ref'].split('/').at(-1), 'split returns at least one part')]
      : schema;
  return Array.isArray(target?.['enum']) ? (target['enum'] as string[]) : [String(exampleOf(schema, source, 'key'))];
}

function arrayExample(schema: JsonSchema, source: Source, name: string, depth: number): unknown {
  const items = (schema['items'] ?? {}) as JsonSchema;
  if (schema['maxItems'] === 0 || depth >= DEPTH_MAX) return [];
  return [exampleOf(items, source, `${name}[]`, depth + 1)];
}

function numberExample(schema: JsonSchema): number {
  const least = typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
  const most = typeof schema['maximum'] === 'number' ? schema['maximum'] : Number.POSITIVE_INFINITY;
  return Math.min(Math.max(1, least), most);
}

function textExample(schema: JsonSchema): string {
  switch (schema['format']) {
    case 'date-time':
      return SOME_INSTANT;
    case 'date':
      return SOME_INSTANT.slice(0, 10);
    case 'uuid':
      return SOME_UUID;
    case 'email':
      return 'name@example.com';
    case 'uri':
      return 'https://example.com/';
    default:
      return plainText(schema);
  }
}

const tries = ['text', '/text', 'a', '0', '1', '000', 'example-text', '0123456789abcdef'.repeat(4), 'EXAMPLE'];

function plainText(schema: JsonSchema): string {
  const least = typeof schema['minLength'] === 'number' ? schema['minLength'] : 0;
  const most = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : Number.POSITIVE_INFINITY;
  const fits = (text: string) => text.length >= least && text.length <= most && matches(schema, text);
  return tries.find(fits) ?? 'text'.repeat(Math.ceil(least / 4) || 1).slice(0, Math.max(least, 1));
}

const matches = ({ pattern }: JsonSchema, text: string) =>
  typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Reports whether an example fits the schema: the same field name can mean different things in different places. */
function seemsToFit(schema: JsonSchema, word: unknown): boolean {
  const { enum: choices, anyOf, minimum, maximum, minLength, maxLength, maxItems, properties } = schema;
  if (Array.isArray(choices)) return choices.includes(word);
  if (Array.isArray(anyOf)) return anyOf.some((each) => seemsToFit(each as JsonSchema, word));
  const type = typeOf(schema);
  if (typeof type !== 'string' || kinds[type]?.(word) !== true || properties !== undefined) return false;
  if (typeof word === 'number') return !(word < Number(minimum ?? word) || word > Number(maximum ?? word));
  if (Array.isArray(word)) return word.length <= Number(maxItems ?? word.length);
  if (typeof word !== 'string') return true;
  return (
    word.length >= Number(minLength ?? 0) && word.length <= Number(maxLength ?? word.length) && matches(schema, word)
  );
}

function withoutReference({ $ref: _, ...rest }: JsonSchema): JsonSchema {
  return rest;
}
