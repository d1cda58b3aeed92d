import { type Condition, conditionsOf, type Query, type TalkContext } from '#domains/assistant/contract.ts';

/** A complete question, or the missing value. */
export type Resolved =
  | { readonly query: Query }
  | { readonly missing: 'asset' | 'block' | 'property' | 'subject' | 'period' };

/** Replaces pronouns by the things that they refer to. */
export function refer(query: Query, context: TalkContext): Resolved {
  const it = conditionsOf(query, 'it').length > 0;
  const named = query.where.filter(({ kind }) => kind !== 'it');
  if (
    it &&
    query.ask === 'count' &&
    query.subject === 'block' &&
    named.length === 0 &&
    context.query?.subject === 'chain'
  )
    return { query: { ...query, where: [] } };
  // "Is the chain valid and how long is it?"
  if (it && query.ask === 'how long' && named.length === 0 && context.query?.subject === 'chain')
    return { query: { ask: 'count', subject: 'block', where: [] } };
  if (query.subject === 'block' && it && conditionsOf(query, 'block').length === 0)
    return context.block === undefined
      ? { missing: 'block' }
      : { query: { ...query, where: [...named, { kind: 'block', value: String(context.block) }] } };
  if (
    (query.subject === 'property' || query.subject === 'share' || query.subject === 'bill') &&
    it &&
    conditionsOf(query, 'property').length === 0 &&
    conditionsOf(query, 'address').length === 0
  )
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
  if (lacksAsset && context.property !== undefined && context.assetId === undefined) {
    const field = query.ask === 'who' ? 'owner' : query.field;
    const where = [...named, { kind: 'property' as const, value: context.property }];
    return { query: { ...query, subject: 'property', where, ...(field === undefined ? {} : { field }) } };
  }
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

/** "Them" are the assets of the last answer, or the last participant. */
function referThem(query: Query, context: TalkContext): Resolved {
  if (conditionsOf(query, 'them').length === 0) return { query };
  const rest = query.where.filter(({ kind }) => kind !== 'them');
  const assets = context.assets ?? [];
  const [them] = conditionsOf(query, 'them');
  const person = context.participant !== undefined && /^(?:they|their|she|he|her|his|him)$/.test(them?.value ?? '');
  const shown = person || query.subject !== 'asset' ? undefined : ofShown(query, rest, context);
  if (shown !== undefined) return shown;
  if (context.participant !== undefined) {
    const acts = query.where.some(({ kind }) => kind === 'action');
    const as = query.subject === 'asset' && !acts ? ('holder' as const) : ('actor' as const);
    return { query: { ...query, where: [...rest, { kind: 'participant', value: context.participant, as }] } };
  }
  if (assets.length > 0 && query.subject !== 'participant') {
    const ofAssets = ofShown({ ...query, subject: 'asset' }, rest, context);
    if (ofAssets !== undefined) return ofAssets;
  }
  return context.assetId === undefined
    ? { missing: 'subject' }
    : { query: { ...query, subject: 'asset', where: [...rest, { kind: 'asset', value: context.assetId }] } };
}

const CONDITIONS_MAX = 12;
/** The number of rows in a list whose question names no number. */
const SHOWN_MAX = 10;
/** Attributes of which an asset has one value: two values contradict each other. */
const SINGLE = new Set<Condition['kind']>(['status', 'category', 'batch', 'place']);

/**
 * "Them" are all assets of the last answer: the listed ones if the list is complete, otherwise those that match the
 * previous question.
 */
function ofShown(
  query: Query,
  rest: readonly Condition[],
  { assets = [], query: previous }: TalkContext,
): Resolved | undefined {
  if (assets.length === 0) return undefined;
  const isSet =
    previous?.subject === 'asset' && previous.by === undefined && !previous.where.some(({ kind }) => kind === 'asset');
  const wanted = previous?.limit ?? SHOWN_MAX;
  const isAll = !isSet || assets.length < wanted || previous.limit !== undefined;
  const narrows = rest.some(({ kind }) => SINGLE.has(kind));
  if (isSet && (!isAll || (narrows && previous.limit === undefined))) {
    const contradicts = rest.some(
      ({ kind, value }) => SINGLE.has(kind) && previous.where.some((one) => one.kind === kind && one.value !== value),
    );
    if (contradicts) return { missing: 'subject' };
    const { limit: _, order: __, ...all } = previous;
    const where = [...previous.where.filter((one) => !rest.some((other) => same(one, other))), ...rest];
    return where.length > CONDITIONS_MAX
      ? { missing: 'subject' }
      : {
          query: {
            ...all,
            ask: query.ask === 'describe' ? 'list' : query.ask,
            ...(query.field === undefined ? {} : { field: query.field }),
            where,
          },
        };
  }
  if (rest.length + assets.length > CONDITIONS_MAX) return { missing: 'subject' };
  return { query: { ...query, where: [...rest, ...assets.map((value) => ({ kind: 'asset' as const, value }))] } };
}

const same = (one: Condition, other: Condition) => one.kind === other.kind && one.value === other.value;

/** Fields that only one asset has. */
const ofOne = new Set([
  'holder',
  'history',
  'inputs',
  'outputs',
  'lineage',
  'recall',
  'maker',
  'origin',
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
