import { Validator } from '@cfworker/json-schema';
import type { Components, JsonSchema } from '../api/api-document.ts';

export type SchemaComplaint = { readonly pointer: string; readonly message: string };

const COMPLAINTS_MAX = 20;

/** Returns the innermost schema violations of a value, or an empty list. */
export function checkSchema(schema: JsonSchema, components: Components, value: unknown): readonly SchemaComplaint[] {
  const validator = new Validator({ ...schema, components: { schemas: components } } as never, '2020-12', false);
  const { errors } = validator.validate(value);
  const wrappers = new Set([
    '$ref',
    'properties',
    'items',
    'anyOf',
    'oneOf',
    'allOf',
    'additionalProperties',
    'prefixItems',
  ]);
  const inner = errors.filter(({ keyword }) => !wrappers.has(keyword));
  const told = (inner.length > 0 ? inner : errors).map(({ instanceLocation, error, keyword }) => ({
    pointer: instanceLocation,
    message: keyword === 'false' ? 'is not a known field here: remove it' : error.replace(/^Instance /, ''),
  }));
  return [...new Map(told.map((each) => [`${each.pointer} ${each.message}`, each])).values()].slice(0, COMPLAINTS_MAX);
}
