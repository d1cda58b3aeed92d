import { canonicalGs1Key, inOneSpelling } from '#domains/participants/server/index.ts';
import type { ObjectPart } from './action-of.ts';
import type { JsonMap } from './check-shape.ts';
import { expand, type Prefixes } from './json-ld-context.ts';

/** An object of an event, by the canonical form of its GS1 key, or as the event spells it. */
export type NamedObject = { readonly name: string; readonly part: ObjectPart };

/** An event with more objects becomes one block about the first of them. */
export const OBJECTS_MAX = 200;

const listsOf: readonly (readonly [field: string, part: ObjectPart])[] = [
  ['parentID', 'parent'],
  ['epcList', 'object'],
  ['outputEPCList', 'output'],
  ['inputEPCList', 'input'],
  ['childEPCs', 'child'],
];

/**
 * Returns the individual objects of an event, each name once, in an order independent of the document: a whole before its
 * parts, outputs before inputs, then by name. Compact names are expanded, because `own:1` means something else in
 * another document. Classes with a quantity are not individual objects.
 */
export function objectsOf(event: JsonMap, prefixes: Prefixes): NamedObject[] {
  const found = new Map<string, NamedObject>();
  for (const [field, part] of listsOf) {
    const value = event[field];
    const names = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
    const spelled = names.map((one) => expand(one, prefixes));
    for (const name of spelled.map((one) => canonicalGs1Key(one) ?? one).sort())
      if (!found.has(name)) found.set(name, { name, part });
  }
  return [...found.values()];
}

/** An object by the one spelling of its name, and as the event spells it. */
export type SpelledObject = NamedObject & { readonly spelled: string };

const partsInOrder = listsOf.map(([, part]) => part);

/** Returns the objects in one spelling, each once, in the order of `objectsOf` by that spelling. */
export function objectsInOneSpelling(objects: readonly NamedObject[]): SpelledObject[] {
  const found = new Map<string, SpelledObject>();
  for (const { name: spelled, part } of objects) {
    const name = inOneSpelling(spelled);
    if (!found.has(name)) found.set(name, { name, spelled, part });
  }
  return [...found.values()].toSorted(
    (a, b) => partsInOrder.indexOf(a.part) - partsInOrder.indexOf(b.part) || (a.name < b.name ? -1 : 1),
  );
}
