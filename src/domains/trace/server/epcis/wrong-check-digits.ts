import { hasWrongCheckDigit } from '#domains/participants/server/index.ts';
import { child, type DocumentProblem, isMap } from './check-shape.ts';
import { identifierFields } from './content-identity.ts';
import { expand } from './json-ld-context.ts';
import type { DocumentEvent } from './validate-document.ts';

/**
 * Returns the identifiers of a document's events that would be GS1 keys with another check digit, each once, at the first
 * event that names it. They are web addresses, so no other spelling of the key equals them.
 */
export function wrongCheckDigits(events: readonly DocumentEvent[]): DocumentProblem[] {
  const found = new Map<string, DocumentProblem>();
  for (const { event, pointer, prefixes } of events)
    for (const { name, at } of identifiersIn(event, pointer)) {
      const identifier = expand(name, prefixes);
      if (found.has(identifier) || !hasWrongCheckDigit(identifier)) continue;
      const message = `${at}: ${identifier} has a wrong check digit. It was stored as a web address, not as a GS1 key`;
      found.set(identifier, { pointer: at, message });
    }
  return [...found.values()];
}

function* identifiersIn(value: unknown, at: string, field = ''): Generator<{ name: string; at: string }> {
  // Extensions may use any name for anything.
  if (field.includes(':')) return;
  if (typeof value === 'string' && identifierFields.has(field)) yield { name: value, at };
  else if (Array.isArray(value)) for (const [i, one] of value.entries()) yield* identifiersIn(one, child(at, i), field);
  else if (isMap(value))
    for (const [name, one] of Object.entries(value)) yield* identifiersIn(one, child(at, name), name);
}
