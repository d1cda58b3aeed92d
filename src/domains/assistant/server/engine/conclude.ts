import type { Query } from '#domains/assistant/contract.ts';
import { senseOf } from './atoms.ts';
import type { Clause } from './clause.ts';
import type { Draft } from './conclude-ask.ts';
import { aboutAsset } from './conclude-asset.ts';
import { aboutLedger, aboutOtherDomain, aboutTopic } from './conclude-domains.ts';
import { aboutGoods } from './conclude-goods.ts';
import { aboutPeople } from './conclude-people.ts';
import { aboutReadings } from './conclude-readings.ts';
import { aboutAddressees } from './read-addressees.ts';

/** Characters of a value. No name of the ledger is longer. */
const VALUE_MAX = 200;

/** Returns the query that a clause states, or undefined if it names no subject and implies none. */
export function conclude(clause: Clause): Query | undefined {
  const draft = draftOf(clause);
  if (draft === undefined) return undefined;
  const { field } = draft;
  const comparesEvents = draft.ask === 'compare' && draft.subject === 'asset' && clause.nouns.includes('event');
  const by = draft.by ?? (comparesEvents ? 'event' : undefined);
  const ranks = {
    newest: 'newest',
    oldest: 'oldest',
    most: 'highest',
    least: 'lowest',
    previous: undefined,
    next: undefined,
  } as const;
  const rank = clause.order === undefined ? undefined : ranks[clause.order];
  // "The latest addition to our assets" is one.
  const isOne = clause.atoms.some(({ text }) => /\baddition(?: to)?$/.test(text));
  if (isOne) clause.limit ??= 1;
  const several = clause.atoms.some(
    (atom) =>
      (senseOf(atom, 'noun')?.plural === true || senseOf(atom, 'action')?.form === 'deed') && atom.text.endsWith('s'),
  );
  if (several && (rank === 'newest' || rank === 'oldest') && (draft.ask === 'list' || draft.ask === 'describe'))
    clause.limit ??= 10;
  const compared = draft.ask === 'compare' && clause.more === 'less' ? 'lowest' : undefined;
  const order =
    compared ?? (rank === 'highest' || rank === 'lowest' ? (field?.startsWith('meta:') ? rank : undefined) : rank);
  return {
    ask: draft.ask,
    subject: draft.subject,
    where: clause.where
      .filter((one, at, all) => all.findIndex((other) => isSame(one, other)) === at)
      .slice(0, 12)
      .map((condition) => ({ ...condition, value: condition.value.slice(0, VALUE_MAX).toWellFormed() })),
    ...(field === undefined ? {} : { field: field.slice(0, 80).toWellFormed() }),
    ...(clause.aggregate === undefined ? {} : { aggregate: clause.aggregate }),
    ...(by === undefined ? {} : { by }),
    ...(order === undefined ? {} : { order }),
    ...(clause.limit === undefined ? {} : { limit: clause.limit }),
  };
}

const isSame = (one: Clause['where'][number], other: Clause['where'][number]) =>
  one.kind === other.kind && one.value === other.value && one.as === other.as && one.not === other.not;

function draftOf(clause: Clause): Draft | undefined {
  return (
    aboutOtherDomain(clause) ??
    aboutReadings(clause) ??
    aboutTopic(clause) ??
    aboutLedger(clause) ??
    aboutAsset(clause) ??
    aboutAddressees(clause) ??
    aboutPeople(clause) ??
    aboutGoods(clause)
  );
}
