import { canonicalIdentifier } from '#domains/participants/server/index.ts';
import type { ObjectPart } from './action-of.ts';
import type { JsonMap } from './check-shape.ts';
import { expand, type Prefixes } from './json-ld-context.ts';

/** An object of an event, by its asset id here. */
export type NamedObject = { readonly assetId: string; readonly part: ObjectPart };

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
 * Returns the individual objects of an event, each once, in an order independent of the document: a whole before its
 * parts, outputs before inputs, then by id. Compact names are expanded, because `own:1` means something else in
 * another document. Classes with a quantity are not individual objects.
 */
export function objectsOf(event: JsonMap, prefixes: Prefixes): NamedObject[] {
  const found = new Map<string, NamedObject>();
  for (const [field, part] of listsOf) {
    const value = event[field];
    const names = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
    for (const assetId of names.map((name) => canonicalIdentifier(expand(name, prefixes))).sort())
      if (!found.has(assetId)) found.set(assetId, { assetId, part });
  }
  return [...found.values()];
}
