import { type Condition, conditionsOf, type Query, type TalkContext } from '#domains/assistant/contract.ts';
import type { Fragment, Part } from '../engine/understand.ts';

type Question = Extract<Part, { kind: 'question' }>;
export type Resolved = { readonly query: Query } | { readonly missing: 'asset' | 'block' | 'property' | 'subject' };

/**
 * Completes a question from the talk before it: what a pronoun stands for, what "and in October" continues, and what a question
 * waited for.
 */
export function resolveQuery(part: Question, context: TalkContext): Resolved {
  const { query, fragment } = part;
  const waiting = context.waitingFor === undefined ? undefined : context.query;
  if (waiting !== undefined && supplies(part, context)) return refer(fill(waiting, fragment), context);
  const previous = context.query;
  if (fragment.step !== undefined && isBare(fragment) && context.block !== undefined)
    return step(fragment.step, context, query ?? previous);
  if (
    previous?.subject === 'asset' &&
    context.assetId !== undefined &&
    query?.subject === 'block' &&
    query.where.length === 0 &&
    query.ask !== 'count' &&
    query.order === undefined &&
    /^(?:and )?(?:in |on )?(?:which|what) block\b/i.test(part.text)
  )
    return refer({ ...previous, ask: 'list', field: 'block' }, context);
  if (previous !== undefined && (query === undefined || continues(part))) return refer(merge(previous, part), context);
  if (query === undefined) return { missing: 'subject' };
  return refer(query, context);
}

/** Reports whether a message only supplies the value that the previous question lacked. */
function supplies({ query, fragment }: Question, { waitingFor }: TalkContext): boolean {
  const only = (...kinds: readonly Condition['kind'][]) =>
    fragment.where.length > 0 && fragment.where.every(({ kind }) => kinds.includes(kind));
  const asksAnew = fragment.ask !== undefined || (query?.field !== undefined && query.field !== '');
  if (asksAnew) return false;
  if (waitingFor?.need === 'asset') return only('asset', 'text', 'place');
  if (waitingFor?.need === 'block') return only('block', 'hash', 'amount');
  return waitingFor?.need === 'property' ? only('property') : only('participant');
}

const fill = (query: Query, { where }: Fragment): Query => ({
  ...query,
  where: [
    ...query.where.filter(({ kind }) => kind !== 'it' && kind !== 'text' && kind !== 'asset'),
    ...where.map((condition) => (condition.kind === 'place' ? { ...condition, kind: 'text' as const } : condition)),
  ].slice(0, 12),
});

const isBare = ({ where, ask }: Fragment) => ask === undefined && where.every(({ kind }) => kind === 'it');

/** "And in October?", "what about food?": only conditions, beside a word that continues. */
function continues({ query, fragment, text }: Question): boolean {
  if (query === undefined || fragment.bare) return true;
  if (!fragment.continues) return false;
  const hasOwnAsk = fragment.ask !== undefined;
  return !hasOwnAsk && !/\b(?:asset|event|block|participant|compan|propert|plan)/i.test(text);
}

/** Replaces the conditions of the previous question by those of the same kind, and takes over what else is stated. */
function merge(previous: Query, { query, fragment }: Question): Query {
  const kinds = new Set(fragment.where.map(({ kind }) => kind));
  const same = (kind: Condition['kind']) =>
    kinds.has(kind) ||
    (kind === 'it' && kinds.has('asset')) ||
    (kind === 'asset' && kinds.has('it')) ||
    (kind === 'mine' && kinds.has('participant')) ||
    (kind === 'participant' && kinds.has('mine'));
  const kept = previous.where.filter(({ kind }) => !same(kind));
  const roleOf = (condition: Condition) =>
    condition.as ?? previous.where.find(({ kind }) => kind === condition.kind)?.as;
  const added = fragment.where.map((condition) => {
    const as = condition.kind === 'participant' || condition.kind === 'place' ? roleOf(condition) : condition.as;
    return as === undefined ? condition : { ...condition, as };
  });
  const ask = fragment.ask ?? (query !== undefined && fragment.where.length === 0 ? query.ask : previous.ask);
  const asksPerson = ask === 'who' && fragment.where.length === 0;
  const { field, by, ...rest } = previous;
  const keepsField = fragment.ask === undefined && fragment.field === undefined;
  return {
    ...rest,
    ask,
    where: [...kept, ...added].slice(0, 12),
    ...(fragment.field !== undefined ? { field: fragment.field } : keepsField && field !== undefined ? { field } : {}),
    ...(by === undefined || asksPerson ? {} : { by }),
    ...(fragment.limit === undefined ? {} : { limit: fragment.limit }),
  };
}

/** "The one before": the neighboring block. */
function step(direction: 'previous' | 'next', context: TalkContext, previous: Query | undefined): Resolved {
  const block = context.block ?? 0;
  if (previous?.subject === 'asset' && context.assetId !== undefined)
    return {
      query: {
        ask: 'list',
        subject: 'asset',
        field: `${direction} event`,
        where: [
          { kind: 'asset', value: context.assetId },
          { kind: 'block', value: String(block) },
        ],
      },
    };
  return {
    query: {
      ask: 'describe',
      subject: 'block',
      where: [{ kind: 'block', value: String(Math.max(0, block + (direction === 'previous' ? -1 : 1))) }],
    },
  };
}

/** Replaces pronouns by what was talked about. */
function refer(query: Query, context: TalkContext): Resolved {
  const it = conditionsOf(query, 'it').length > 0;
  const named = query.where.filter(({ kind }) => kind !== 'it');
  if (query.subject === 'block' && it && conditionsOf(query, 'block').length === 0)
    return context.block === undefined
      ? { missing: 'block' }
      : { query: { ...query, where: [...named, { kind: 'block', value: String(context.block) }] } };
  if (query.subject === 'property' && it && conditionsOf(query, 'property').length === 0)
    return context.property === undefined
      ? { missing: 'property' }
      : { query: { ...query, where: [...named, { kind: 'property', value: context.property }] } };
  if (query.subject === 'event' && it) return referEvent(query, context, named);
  if (
    query.subject === 'asset' &&
    it &&
    query.field === 'recorder' &&
    context.block !== undefined &&
    conditionsOf(query, 'asset').length === 0 &&
    !named.some(({ kind }) => kind === 'action')
  )
    return {
      query: {
        ask: 'who',
        subject: 'block',
        field: 'recorded',
        where: [{ kind: 'block', value: String(context.block) }],
      },
    };
  if (query.subject === 'participant' && it) return referPerson(query, context, named);
  const lacksAsset =
    query.subject === 'asset' &&
    (it || needsAsset(query)) &&
    conditionsOf(query, 'asset').length === 0 &&
    conditionsOf(query, 'text').length === 0;
  if (lacksAsset && context.property !== undefined && context.assetId === undefined && query.field === 'owner')
    return { query: { ...query, subject: 'property', where: [{ kind: 'property', value: context.property }] } };
  if (lacksAsset && context.assetId === undefined && context.block !== undefined && it)
    return { query: { ask: query.ask, subject: 'block', where: [{ kind: 'block', value: String(context.block) }] } };
  if (lacksAsset)
    return context.assetId === undefined
      ? { missing: 'asset' }
      : { query: { ...query, where: [...named, { kind: 'asset', value: context.assetId }] } };
  return referThem({ ...query, where: it ? named : query.where }, context);
}

function referEvent(query: Query, context: TalkContext, named: readonly Condition[]): Resolved {
  if (context.block !== undefined && named.length === 0 && query.ask !== 'count' && query.ask !== 'list')
    return {
      query: {
        ask: query.ask,
        subject: 'block',
        field: 'recorded',
        where: [{ kind: 'block', value: String(context.block) }],
      },
    };
  if (context.assetId === undefined) return { missing: 'asset' };
  return { query: { ...query, where: [...named, { kind: 'asset', value: context.assetId }] } };
}

function referPerson(query: Query, context: TalkContext, named: readonly Condition[]): Resolved {
  if (context.participant === undefined || named.some(({ kind }) => kind === 'participant'))
    return { query: { ...query, where: [...named] } };
  return { query: { ...query, where: [...named, { kind: 'participant', value: context.participant }] } };
}

/** "Them" are the assets of the last answer, or the participant that was talked about. */
function referThem(query: Query, context: TalkContext): Resolved {
  if (conditionsOf(query, 'them').length === 0) return { query };
  const rest = query.where.filter(({ kind }) => kind !== 'them');
  const assets = context.assets ?? [];
  const [them] = conditionsOf(query, 'them');
  const person = context.participant !== undefined && /^(?:they|their|she|he|her|his|him)$/.test(them?.value ?? '');
  const previous = context.query;
  const narrows = rest.some(({ kind }) => ['status', 'category', 'batch', 'place'].includes(kind));
  if (
    !person &&
    narrows &&
    previous?.subject === 'asset' &&
    query.subject === 'asset' &&
    !previous.where.some(({ kind }) => kind === 'asset')
  ) {
    const kinds = new Set(rest.map(({ kind }) => kind));
    return {
      query: {
        ...previous,
        ask: query.ask === 'describe' ? 'list' : query.ask,
        where: [...previous.where.filter(({ kind }) => !kinds.has(kind)), ...rest].slice(0, 12),
      },
    };
  }
  if (!person && query.subject === 'asset' && assets.length > 0)
    return {
      query: {
        ...query,
        where: [...rest, ...assets.slice(0, 8).map((value) => ({ kind: 'asset' as const, value }))].slice(0, 12),
      },
    };
  if (context.participant !== undefined) {
    const as = query.subject === 'asset' ? ('holder' as const) : ('actor' as const);
    return { query: { ...query, where: [...rest, { kind: 'participant', value: context.participant, as }] } };
  }
  if (assets.length > 0 && query.subject !== 'participant')
    return {
      query: {
        ...query,
        subject: 'asset',
        where: [...rest, ...assets.slice(0, 8).map((value) => ({ kind: 'asset' as const, value }))].slice(0, 12),
      },
    };
  return context.assetId === undefined
    ? { missing: 'subject' }
    : { query: { ...query, subject: 'asset', where: [...rest, { kind: 'asset', value: context.assetId }] } };
}

/** Fields that only one asset has. */
const ofOne = new Set([
  'holder',
  'history',
  'inputs',
  'outputs',
  'lineage',
  'recall',
  'maker',
  'location',
  'addressee',
  'recorder',
  'arrival',
  'departure',
  'carrier',
  'handlers',
  'places',
]);

const needsAsset = (query: Query) =>
  query.field !== undefined &&
  (ofOne.has(query.field) || query.field.startsWith('meta:')) &&
  !query.where.some(({ kind }) => kind === 'them' || kind === 'category' || kind === 'status' || kind === 'batch');
