import type { Condition } from '#domains/assistant/contract.ts';
import { senseOf } from './atoms.ts';
import { type Clause, named } from './clause.ts';
import { askOf, type Draft, fieldOf, hasBare } from './conclude-ask.ts';

/** Questions about several assets, or about events. */
export function aboutGoods(clause: Clause): Draft | undefined {
  if (clause.relations.includes('addressed'))
    for (const condition of clause.where)
      if (condition.kind === 'participant' || condition.kind === 'mine') Object.assign(condition, { as: 'addressee' });
  const toSomebody = toAddressee(clause);
  addressed(clause);
  const { nouns, relations, asks } = clause;
  const ask = askOf(clause);
  const [head] = nouns;
  if (head === 'asset' && nouns.includes('event') && (ask === 'most' || ask === 'least'))
    return { ask, subject: 'event', by: 'asset' };
  // "Were recorded" asks when the block was written, not when the event happened.
  if (relations.includes('record'))
    for (const condition of clause.where)
      if (condition.kind === 'period') Object.assign(condition, { clock: 'recorded' });
  if (head === 'batch' || head === 'category')
    return {
      ask,
      subject: head,
      by:
        ask === 'most' || ask === 'least'
          ? nouns.includes('event') || named(clause, 'action')
            ? 'event'
            : 'asset'
          : undefined,
    };
  if (head === 'day' || head === 'month' || head === 'week')
    return {
      ask: ask === 'when' ? (clause.order === 'most' || clause.order === 'least' ? clause.order : 'when') : ask,
      subject: 'day',
    };
  if (head === 'action') return { ask, subject: 'event', by: 'action' };
  const holds =
    relations.includes('hold') || relations.includes('addressed') || (hasBare(clause) && !nouns.includes('event'));
  const goods =
    nouns.includes('asset') ||
    toSomebody ||
    clause.where.some(isTo) ||
    (holds &&
      (named(clause, 'participant') || named(clause, 'mine') || named(clause, 'role') || named(clause, 'them')));
  if (holds)
    for (const condition of clause.where)
      if (
        (condition.kind === 'participant' || condition.kind === 'mine') &&
        (condition.as === undefined || condition.as === 'actor')
      )
        Object.assign(condition, { as: relations.includes('addressed') ? 'addressee' : 'holder' });
  if (head === 'place') return { ask, subject: 'place', by: goods || named(clause, 'status') ? 'asset' : 'event' };
  const anomalous = fieldOf(clause, 'event') === 'anomalous';
  if (anomalous) clause.where.push({ kind: 'anomalous', value: 'anomalous' });
  const group =
    clause.by ??
    (clause.fields.some(
      ({ of, v }) =>
        of === 'asset' &&
        (v === 'category' || v === 'status' || v === 'batch') &&
        (ask === 'most' || ask === 'least' || ask === 'count' || ask === 'list'),
    )
      ? clause.fields.find(({ of }) => of === 'asset')?.v
      : undefined);
  statusFromAction(clause, goods);
  if (nouns.includes('event') || (clause.deed && !nouns.includes('asset')) || (anomalous && !goods))
    return { ask, subject: 'event', by: group ?? rankOf(clause) };
  if (goods || named(clause, 'status') || (named(clause, 'text') && !named(clause, 'action')))
    return { ask, subject: 'asset', by: group };
  if (named(clause, 'action') || relations.includes('happen') || relations.includes('record')) {
    const who = asks[0] === 'who' && ask !== 'most' && ask !== 'least';
    return { ask: who ? 'who' : ask === 'describe' ? 'list' : ask, subject: 'event', by: group ?? rankOf(clause) };
  }
  if (group !== undefined) return { ask, subject: 'asset', by: group };
  if (named(clause, 'category') || named(clause, 'batch') || named(clause, 'place') || named(clause, 'them'))
    return { ask, subject: 'asset' };
  if (clause.order === 'previous' || clause.order === 'next') return undefined;
  if (clause.order !== undefined && clause.atoms.some((atom) => senseOf(atom, 'order')))
    return named(clause, 'period') ? { ask: 'list', subject: 'event' } : undefined;
  return undefined;
}

const isTo = ({ kind, as }: Condition) => (kind === 'participant' || kind === 'mine') && as === 'addressee';

/** Goods on their way to somebody are told by the assets, not by their shipments. */
const toAddressee = (clause: Clause) =>
  clause.where.some(isTo) &&
  clause.where.every(
    (condition) => (condition.kind !== 'participant' && condition.kind !== 'mine') || isTo(condition),
  ) &&
  !named(clause, 'period') &&
  clause.where.every(({ kind, value }) => kind !== 'action' || value === 'shipped');

function addressed(clause: Clause): void {
  // "Shipments that I should receive" are on their way to me.
  const actions = clause.where.filter(({ kind }) => kind === 'action').map(({ value }) => value);
  if (clause.deed && actions.includes('shipped') && actions.includes('received')) {
    for (const condition of clause.where)
      if (condition.kind === 'participant' || condition.kind === 'mine') Object.assign(condition, { as: 'addressee' });
    clause.where.splice(0, clause.where.length, ...clause.where.filter(({ value }) => value !== 'received'));
  }
  if (toAddressee(clause)) {
    const kept = clause.where.filter(
      ({ kind, value }) => kind !== 'action' && !(kind === 'status' && value === 'in transit'),
    );
    clause.where.splice(0, clause.where.length, ...kept);
    clause.deed = false;
  }
  // "Assets from a participant" are those that it made.
  const source = clause.where.find(({ kind, as }) => kind === 'participant' && as === 'source');
  if (source === undefined || named(clause, 'action')) return;
  Object.assign(source, { as: 'actor' });
  clause.where.push({ kind: 'action', value: 'manufactured' });
}

const rankOf = (clause: Clause): string | undefined => {
  if (clause.order !== 'most' && clause.order !== 'least') return undefined;
  if (clause.asks.includes('who') || named(clause, 'role')) return 'participant';
  if (clause.asks.includes('where')) return 'place';
  if (clause.asks.includes('when')) return 'day';
  return undefined;
};

/** "are delivered", "delivered assets": the participle tells a status unless a time, a place or an actor makes it an event. */
export function statusFromAction(clause: Clause, goods: boolean): void {
  const undelivered = clause.where.find(
    ({ kind, value, not }) => kind === 'action' && value === 'delivered' && not === true,
  );
  if (undelivered !== undefined && !named(clause, 'period')) Object.assign(undelivered, { kind: 'status' });
  const at = clause.where.findIndex(
    ({ kind, value }) => kind === 'action' && ['shipped', 'delivered', 'manufactured'].includes(value),
  );
  const action = clause.where[at];
  if (action === undefined || clause.deed || !goods) return;
  const isEvent = clause.where.some(
    ({ kind, as }) =>
      kind === 'period' ||
      (kind === 'place' && as !== 'in') ||
      (kind === 'participant' && as !== 'holder') ||
      (kind === 'mine' && as !== 'holder' && ['do', 'did', 'have', 'has'].some((word) => clause.auxiliaries.has(word))),
  );
  const isPast = ['was', 'were', 'did', 'been', 'had', 'have', 'has'].some((word) => clause.auxiliaries.has(word));
  if (isEvent || isPast || clause.asks[0] === 'who' || clause.asks[0] === 'when') return;
  clause.where.splice(at, 1, {
    kind: 'status',
    value: action.value,
    ...(action.not ? { not: true } : {}),
  } as Condition);
}
