import type { Condition } from '#domains/assistant/contract.ts';
import { senseOf } from './atoms.ts';
import { type Clause, isFiller, named } from './clause.ts';
import { askOf, type Draft } from './conclude-ask.ts';

/** "Which shipments did A address to B": of two, the one behind the verb is the addressee, and the other sent them. */
export function peopleBehind(clause: Clause): Condition[] {
  const people = clause.where.filter(({ kind }) => kind === 'participant' || kind === 'mine');
  if (people.length < 2) return people;
  const verb = clause.atoms.findIndex((atom) => senseOf(atom, 'relation')?.v === 'addressed');
  const before_ = new Set(clause.atoms.slice(0, verb).flatMap((atom) => senseOf(atom, 'value')?.v.value ?? []));
  const behind = people.filter(({ value }) => !before_.has(value));
  return behind.length === 0 ? people : behind;
}

/** Those who addressed goods to somebody else. */
export const sendersIn = (clause: Clause) =>
  new Set(clause.relations.includes('addressed') ? clause.where.filter(isSender) : []);

/** "Who did X ship to", "to whom was most sent": questions about the addressees of shipments. */
export function aboutAddressees(clause: Clause): Draft | undefined {
  const ask = askOf(clause);
  const ships = clause.where.some(({ kind, value, not }) => kind === 'action' && value === 'shipped' && not !== true);
  const ends =
    senseOf(
      clause.atoms.findLast((atom) => !isFiller(atom)),
      'preposition',
    )?.v === 'to';
  if (!ships || !clause.asks.includes('who')) return undefined;
  if (!ends && !clause.atoms.some(({ text }) => text === 'to whom')) return undefined;
  return { ask: ask === 'most' || ask === 'least' ? ask : 'who', subject: 'event', by: 'addressee' };
}

const isSender = ({ kind, as }: Condition) => (kind === 'participant' || kind === 'mine') && as !== 'addressee';

export const isTo = ({ kind, as }: Condition) => (kind === 'participant' || kind === 'mine') && as === 'addressee';

/** Goods on their way to a participant are found among the assets, not among their shipments. */
export const toAddressee = (clause: Clause) =>
  !(clause.deed === true && clause.atoms.some(({ text }) => PAST.test(text))) &&
  clause.where.some(isTo) &&
  clause.where.every(
    (condition) => (condition.kind !== 'participant' && condition.kind !== 'mine') || isTo(condition),
  ) &&
  !named(clause, 'period') &&
  clause.where.every(({ kind, value }) => kind !== 'action' || value === 'shipped');

/** "Shipments that went to X" are over, as "did A address to X" is. */
const PAST = /^(?:went|did|were|was|sent|had)$/;

const EXPECTED = /^(?:supposed to|meant to|expected to|scheduled to|should|must|have to|shall)$/;

export function addressed(clause: Clause): void {
  // "Shipments that I should receive" are on their way to me.
  const actions = clause.where.filter(({ kind }) => kind === 'action').map(({ value }) => value);
  if (clause.deed && actions.includes('shipped') && actions.includes('received')) {
    for (const condition of clause.where)
      if (condition.kind === 'participant' || condition.kind === 'mine') Object.assign(condition, { as: 'addressee' });
    clause.where.splice(0, clause.where.length, ...clause.where.filter(({ value }) => value !== 'received'));
  }
  // "Which parcels am I supposed to receive" too.
  const expects = clause.atoms.some(({ text }) => EXPECTED.test(text));
  if (expects && actions.length === 1 && actions[0] === 'received' && !named(clause, 'period')) {
    for (const condition of clause.where)
      if (condition.kind === 'participant' || condition.kind === 'mine') Object.assign(condition, { as: 'addressee' });
    clause.where.splice(0, clause.where.length, ...clause.where.filter(({ kind }) => kind !== 'action'));
  }
  if (toAddressee(clause)) {
    const kept = clause.where.filter(
      ({ kind, value }) => kind !== 'action' && !(kind === 'status' && value === 'in transit'),
    );
    clause.where.splice(0, clause.where.length, ...kept);
    clause.deed = false;
  }
  // "Assets that came from a participant" are those that it made, as "assets from a participant".
  const comes = clause.atoms.some(({ text }) => /^(?:c[oa]mes?|coming) from$/.test(text));
  const giver = clause.where.find(({ kind, as }) => kind === 'participant' && as === undefined);
  if (comes && giver !== undefined && !named(clause, 'action')) Object.assign(giver, { as: 'source' });
  // "Assets from a participant" are those that it made.
  const source = clause.where.find(({ kind, as }) => kind === 'participant' && as === 'source');
  // "The last event from X" is one that it recorded.
  const ofEvents = clause.nouns.includes('event') && !clause.nouns.includes('asset');
  if (source !== undefined && ofEvents && !named(clause, 'action')) Object.assign(source, { as: 'actor' });
  if (source === undefined || ofEvents || named(clause, 'action')) return;
  // "Which did X take over from Y": a handover between two participants, which no route returns.
  if (
    clause.where.some(
      (other) => other.kind === 'participant' && other !== source && other.as !== 'addressee' && other.as !== 'holder',
    )
  )
    clause.where.push({ kind: 'code', value: 'from' });
  // The present location of goods and their origin are two places.
  for (const place of clause.where)
    if (place.kind === 'place' && place.as === 'in') Object.assign(place, { of: 'now' });
  Object.assign(source, { as: 'actor' });
  clause.where.push({ kind: 'action', value: 'manufactured' });
}

/** "What arrived for us" was received by us. */
export function arrivedFor(clause: Clause): void {
  const arrives = clause.relations.includes('arrive') && !named(clause, 'place') && !named(clause, 'action');
  if (!arrives || !clause.where.some(isTo)) return;
  for (const condition of clause.where.filter(isTo)) Object.assign(condition, { as: 'actor' });
  clause.where.push({ kind: 'action', value: 'received' });
}
