import type { Query } from '#domains/assistant/contract.ts';
import { type Atom, senseOf } from './atoms.ts';
import type { Clause } from './clause.ts';
import { conclude } from './conclude.ts';
import { existsIn } from './conclude-asset.ts';
import { readClause } from './read-clause.ts';
import { isOfProperty, isTelling } from './reopen.ts';

const TELLING_MAX = 6;

/** Takes back verbs that do not change the query, because the query ignores their meaning. */
export function takeBackSilent(clause: Clause, query: Query | undefined): void {
  if (query === undefined) return;
  const { atoms, used, domain } = clause;
  const tells =
    domain === undefined
      ? (one: Atom) => isTelling(one, query)
      : domain === 'market'
        ? (one: Atom) => isOfProperty(one, query)
        : () => false;
  const stated = JSON.stringify(query);
  // "Is any left" only stresses that goods are still there.
  const isRest = (one: Atom) => one.text === 'left' && existsIn(clause);
  const telling = atoms.filter((one) => used.has(one) && tells(one) && !isRest(one));
  // Each takes a reading of the whole clause. A question has few such verbs; of a text that has many, the others are not understood.
  for (const atom of telling.slice(TELLING_MAX)) used.delete(atom);
  for (const atom of telling.slice(0, TELLING_MAX)) {
    const without = conclude(
      readClause(
        atoms.filter((one) => one !== atom),
        domain,
        clause.tagged,
      ),
    );
    if (JSON.stringify(without) === stated) used.delete(atom);
  }
}

/** "Is A genuine": whether the chain is sound says nothing about an asset. */
export function dropUnasked({ atoms, used, yesNo }: Clause, query: Query | undefined): void {
  const describes =
    query?.subject === 'asset' && query.field === undefined && query.where.length === 1 && yesNo === true;
  if (!describes) return;
  for (const atom of atoms) if (senseOf(atom, 'field')?.of === 'chain') used.delete(atom);
}
