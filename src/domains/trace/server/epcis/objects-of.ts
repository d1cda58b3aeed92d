import type { ObjectPart } from './action-of.ts';
import type { JsonMap } from './check-shape.ts';
import { canonicalIdentifier } from './gs1-keys.ts';
import { expand, type Prefixes } from './json-ld-context.ts';

/** An object that an event names, by the id that the asset has here. */
export type NamedObject = { readonly assetId: string; readonly part: ObjectPart };

/** An event that names more objects than this becomes one block, about the first of them. */
export const OBJECTS_MAX = 200;

const listsOf: readonly (readonly [field: string, part: ObjectPart])[] = [
  ['parentID', 'parent'],
  ['epcList', 'object'],
  ['outputEPCList', 'output'],
  ['inputEPCList', 'input'],
  ['childEPCs', 'child'],
];

/**
 * The single objects that an event names, each once, in an order that does not depend on how the document lists them: a whole
 * before its parts, outputs before inputs, and by id. Compact names are written out, for another document's `own:1` is another. Classes with a quantity are no single objects.
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
