import type { Query } from '#domains/assistant/contract.ts';
import { type Atom, senseOf } from './atoms.ts';
import { type Clause, named } from './clause.ts';

/** Takes words back that a query about goods or the ledger does not honor, so that they are named and not left out. */
export function reopen(clause: Clause, query: Query | undefined): void {
  if (query === undefined) return;
  // A group that the answer does not have must not be left out.
  if (clause.grouped === true && query.by === undefined)
    for (const atom of clause.atoms) if (senseOf(atom, 'each') !== undefined) clause.used.delete(atom);
  if (query.subject === 'rate' && query.ask !== 'compare')
    for (const atom of clause.atoms) if (senseOf(atom, 'more') !== undefined) clause.used.delete(atom);
  if (clause.domain !== undefined) return;
  for (const atom of clause.atoms) if (!isHonored(clause, query, atom)) clause.used.delete(atom);
}

function isHonored(clause: Clause, query: Query, atom: Atom): boolean {
  const order = senseOf(atom, 'order');
  if (order !== undefined && PRICES.test(atom.text)) return false;
  if (order !== undefined && LENGTHS.test(atom.text))
    return query.ask === 'how long' || query.ask === 'compare' || query.by === 'asset';
  if (senseOf(atom, 'relation')?.v === 'recall')
    return (
      query.field !== undefined ||
      query.where.some(({ kind }) => kind === 'stating' || kind === 'asset' || kind === 'it')
    );
  if (order !== undefined && SIZES.test(atom.text)) return honorsSize(query);
  // "Before it" steps from the block or event of the talk, unless it relates two events.
  if (order?.v === 'previous' || order?.v === 'next')
    return !named(clause, 'action') || (!named(clause, 'asset') && !named(clause, 'it') && !named(clause, 'text'));
  // The other side of an event is its addressee, and nobody else.
  if (atom.text === 'from whom') return query.subject === 'asset' && (named(clause, 'asset') || named(clause, 'it'));
  if (EXPECTS.test(atom.text)) return query.where.some(({ as }) => as === 'addressee') || query.field === 'addressee';
  if (senseOf(atom, 'preposition')?.v === 'between' && query.subject === 'asset')
    return query.ask === 'how long' || query.ask === 'compare' || !named(clause, 'action') || named(clause, 'period');
  return true;
}

/** No route knows what goods cost. */
const PRICES = /^(?:cheapest|most expensive|priciest|dearest|most valuable)$/;
const LENGTHS = /^(?:longest|shortest)$/;
const SIZES = /^(?:biggest|largest|smallest|greatest)$/;
const EXPECTS = /^(?:supposed to|meant to|expected to|scheduled to)$/;

/** Groups have sizes, and attributes may; an asset or a block has none. */
const honorsSize = ({ ask, subject, by, field }: Query) =>
  subject !== 'block' &&
  subject !== 'chain' &&
  (field?.startsWith('meta:') === true ||
    ((ask === 'most' || ask === 'least') && (subject !== 'asset' || by !== undefined)));
