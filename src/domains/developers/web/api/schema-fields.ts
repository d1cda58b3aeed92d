import { formatCount } from '#platform/web/format-number.ts';
import type { Components, JsonSchema } from './api-document.ts';

/** One field of a body or response: its name, type, rules and nested fields. */
export type SchemaField = {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  readonly rules: readonly string[];
  readonly choices: readonly string[];
  readonly description: string | undefined;
  readonly fields: readonly SchemaField[];
};

const DEPTH_MAX = 6;

/** Returns the fields of a schema, with nested objects inside. For a list, returns the fields of its members. */
export function schemaFields(schema: JsonSchema, components: Components, depth = 0): readonly SchemaField[] {
  const resolved = resolve(schema, components);
  if (depth > DEPTH_MAX) return [];
  if (resolved['type'] === 'array') return schemaFields(asSchema(resolved['items']), components, depth + 1);
  const variants = variantsOf(resolved).filter((variant) => resolve(variant, components)['type'] !== 'null');
  if (variants.length === 1) return schemaFields(variants[0] ?? {}, components, depth + 1);
  if (variants.length > 1) return variants.flatMap((variant, at) => variantField(variant, at, components, depth));
  const required = new Set((resolved['required'] ?? []) as readonly string[]);
  return Object.entries((resolved['properties'] ?? {}) as Record<string, JsonSchema>).map(([name, inner]) =>
    fieldOf(name, required.has(name), inner, components, depth),
  );
}

/** Returns the field for a single schema, such as a parameter. */
export function fieldOf(
  name: string,
  required: boolean,
  schema: JsonSchema,
  components: Components,
  depth = 0,
): SchemaField {
  const resolved = resolve(schema, components);
  return {
    name,
    required,
    type: typeOf(schema, components),
    rules: rulesOf(resolved),
    choices: choicesOf(resolved, components),
    description: resolved['description'] as string | undefined,
    fields: schemaFields(schema, components, depth + 1),
  };
}

/** Returns the type in words: `list of Asset`, `text or null`. */
export function typeOf(schema: JsonSchema, components: Components, depth = 0): string {
  const resolved = resolve(schema, components);
  const name = nameOf(schema);
  if (depth > 3) return name ?? 'any value';
  if ('const' in resolved) return JSON.stringify(resolved['const']);
  const variants = variantsOf(resolved);
  if (variants.length > 0) {
    if (isAnything(variants, components)) return 'any JSON value';
    return [...new Set(variants.map((variant) => typeOf(variant, components, depth + 1)))].join(' or ');
  }
  const types = resolved['type'];
  if (Array.isArray(types))
    return types.map((type) => typeOf({ ...resolved, type }, components, depth + 1)).join(' or ');
  switch (types) {
    case 'array':
      return `list of ${typeOf(asSchema(resolved['items']), components, depth + 1)}`;
    case 'object':
      if (resolved['properties'] !== undefined) return name ?? 'object';
      return `map to ${typeOf(asSchema(resolved['additionalProperties']), components, depth + 1)}`;
    case 'string':
      return stringKinds[String(resolved['format'])] ?? 'text';
    case undefined:
      return 'any JSON value';
    default:
      return kinds[String(types)] ?? String(types);
  }
}

/** Resolves a reference. Keywords next to the reference also apply. */
export function resolve(schema: JsonSchema, components: Components): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const { $ref: _, ...beside } = schema;
  return { ...components[reference.replace('#/components/schemas/', '')], ...beside };
}

const kinds: Readonly<Record<string, string>> = {
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
};
const stringKinds: Readonly<Record<string, string>> = {
  'date-time': 'instant',
  date: 'day',
  uuid: 'UUID',
  email: 'e-mail address',
  uri: 'address',
};

const asSchema = (value: unknown): JsonSchema =>
  typeof value === 'object' && value !== null ? (value as JsonSchema) : {};
const variantsOf = (schema: JsonSchema) => (schema['anyOf'] ?? schema['oneOf'] ?? []) as readonly JsonSchema[];

function variantField(variant: JsonSchema, at: number, components: Components, depth: number): readonly SchemaField[] {
  const field = fieldOf(`variant ${at + 1}`, false, variant, components, depth);
  return field.fields.length === 0 ? [] : [field];
}

function nameOf(schema: JsonSchema): string | undefined {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
  return name?.startsWith('__') ? undefined : name;
}

/** Detects the recursive schema of any JSON value, which is useless when expanded. */
const isAnything = (variants: readonly JsonSchema[], components: Components) =>
  variants.length >= 5 && variants.some((variant) => resolve(variant, components)['type'] === 'array');

function choicesOf(schema: JsonSchema, components: Components): readonly string[] {
  if (Array.isArray(schema['enum'])) return schema['enum'].map(String);
  return schema['type'] === 'array' ? choicesOf(resolve(asSchema(schema['items']), components), components) : [];
}

function rulesOf(schema: JsonSchema): readonly string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } = schema;
  const safe = (value: unknown) => typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return [
    'default' in schema ? `default ${JSON.stringify(schema['default'])}` : '',
    safe(minimum) ? `at least ${minimum}` : '',
    safe(maximum) ? `at most ${formatCount(Number(maximum))}` : '',
    minLength === 1 ? 'not empty' : safe(minLength) && minLength !== 0 ? `${minLength} or more characters` : '',
    safe(maxLength) ? `at most ${formatCount(Number(maxLength))} characters` : '',
    safe(minItems) ? `${minItems} or more` : '',
    safe(maxItems) ? `at most ${maxItems} members` : '',
    typeof pattern === 'string' && format === undefined && pattern.length < 60 ? `matches ${pattern}` : '',
  ].filter((rule) => rule !== '');
}
