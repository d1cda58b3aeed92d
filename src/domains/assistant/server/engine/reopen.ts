import { NONE, type Query } from '#domains/assistant/contract.ts';
import { type Atom, type Relation, senseOf } from './atoms.ts';
import { type Clause, named } from './clause.ts';

/**
 * Takes back words that a query about goods or the ledger does not honor, so that the answer names them instead of
 * ignoring them.
 */
export function reopen(clause: Clause, query: Query | undefined): void {
  if (query === undefined) return;
  // A group that the answer does not have must not be ignored.
  if (clause.grouped === true && query.by === undefined)
    for (const atom of clause.atoms) if (senseOf(atom, 'each') !== undefined) clause.used.delete(atom);
  if (query.subject === 'rate' && query.ask !== 'compare')
    for (const atom of clause.atoms) if (senseOf(atom, 'more') !== undefined) clause.used.delete(atom);
  // A reason is answered only if events state one.
  if (query.field !== 'meta:reason' && query.field !== 'anomalous')
    for (const atom of clause.atoms) if (senseOf(atom, 'ask')?.v === 'why') clause.used.delete(atom);
  if (clause.domain !== undefined) return;
  if (query.field?.startsWith('meta:') !== true)
    for (const atom of clause.atoms) if (senseOf(atom, 'aggregate') !== undefined) clause.used.delete(atom);
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
  // "Before it" steps from the block or event of the conversation, unless it relates two events.
  if (order?.v === 'previous' || order?.v === 'next')
    return !named(clause, 'action') || (!named(clause, 'asset') && !named(clause, 'it') && !named(clause, 'text'));
  // The other side of an event is its addressee, and no other participant.
  if (atom.text === 'from whom') return query.subject === 'asset' && (named(clause, 'asset') || named(clause, 'it'));
  // "Until when was it there" asks for its end, which only a shipment from there states.
  if (/^(?:until|till) when$/.test(atom.text)) return query.where.some(({ value }) => value === 'shipped');
  if (EXPECTS.test(atom.text)) return query.where.some(({ as }) => as === 'addressee') || query.field === 'addressee';
  if (senseOf(atom, 'preposition')?.v === 'between' && query.subject === 'asset')
    return query.ask === 'how long' || query.ask === 'compare' || !named(clause, 'action') || named(clause, 'period');
  return true;
}

/** No route returns the price of goods. */
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

/** Verbs that state more about goods and participants than that an event happened. */
const TELLING: ReadonlySet<Relation> = new Set([
  ...([
    'made from',
    'made into',
    'addressed',
    'join',
    'manage',
    'handle',
    'carry',
    'arrive',
    'reach',
    'leave',
  ] as const),
  ...(['pass', 'correct', 'active'] as const),
]);

/** Reports whether a verb must change the query, unless another part of the query has the same meaning. */
export function isTelling(atom: Atom, { subject, field, where }: Query): boolean {
  const relation = senseOf(atom, 'relation')?.v;
  if (relation === undefined || !TELLING.has(relation) || senseOf(atom, 'auxiliary') !== undefined) return false;
  // Participants take part, or are involved, simply by being registered.
  if (subject === 'participant' && /^(?:take|takes|took) part$|^involved?$/.test(atom.text)) return false;
  if (subject === 'block' || field === 'recall') return false;
  // "The container that brought it", "the parcel number used for it" ask for the attribute.
  if (field?.startsWith('meta:') === true && /^(?:made from|made into|handle)$/.test(relation)) return false;
  if ((field === 'inputs' || field === 'outputs') && /^made /.test(relation)) return false;
  // Goods that carry no batch number have none.
  if (relation === 'carry' && where.some(({ value }) => value === NONE)) return false;
  const happens = (...actions: readonly string[]) =>
    where.some(({ kind, value }) => kind === 'action' && actions.includes(value));
  if (relation === 'arrive' || relation === 'reach') return !happens('received', 'delivered');
  if (relation === 'leave' && happens('shipped')) return false;
  return (
    relation !== 'pass' || (field !== 'events' && field !== 'history' && !where.some(({ kind }) => kind === 'action'))
  );
}

/** Attributes of properties that their shares and orders have too. */
const SHARED: ReadonlySet<string> = new Set(['unit', 'value', 'state', 'type', 'id', 'address']);

/** Whether a word is about properties and not about their shares: a history, a payment, a deed. */
export function isOfProperty(atom: Atom, { field = '' }: Query): boolean {
  const fields = atom.senses.flatMap((sense) => (sense.k === 'field' ? [sense] : []));
  // Income is paid, and so are prices.
  const pays = senseOf(atom, 'relation')?.v === 'pay';
  if (/^pa(?:y|ys|id|ying|yments?)$/.test(atom.text) && ['income', 'price', 'last'].includes(field)) return false;
  if (field === 'public' || /^(?:buy|bought|sell|sold)$/.test(atom.text)) return false;
  const isOwn = fields.some(({ of }) => of === 'share') || senseOf(atom, 'noun') !== undefined;
  return !isOwn && (pays || fields.some(({ of, v }) => of === 'property' && !SHARED.has(v)));
}
