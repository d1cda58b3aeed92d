import type { Block } from '#domains/ledger/contract.ts';
import type { Json } from '#platform/contract/scalars.ts';

export type BlockDifference = { readonly field: string; readonly before: string; readonly after: string };

/**
 * Returns every field in which two blocks differ, with paths into the content (`data.meta.location`,
 * `data.meta.readings[2]`), in the order of the first block. A missing field is ''; text stays as is, everything else
 * becomes JSON.
 */
export function differencesOf(one: Block, other: Block): BlockDifference[] {
  const before = fieldsOf(one);
  const after = fieldsOf(other);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const difference = { field, before: before.get(field) ?? '', after: after.get(field) ?? '' };
    return difference.before === difference.after ? [] : [difference];
  });
}

function fieldsOf({ index, timestamp, data, prev_hash, hash }: Block): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const add = (path: string, value: Json): void => {
    if (Array.isArray(value) && value.length > 0) {
      for (const [at, each] of value.entries()) add(`${path}[${at}]`, each);
    } else if (value !== null && typeof value === 'object' && Object.keys(value).length > 0) {
      for (const [name, each] of Object.entries(value)) add(`${path}.${name}`, each);
    } else fields.set(path, typeof value === 'string' ? value : JSON.stringify(value));
  };
  fields.set('index', String(index));
  fields.set('recorded', new Date(timestamp * 1000).toISOString());
  add('data', data);
  fields.set('prev_hash', prev_hash);
  fields.set('hash', hash);
  return fields;
}
