import type { Condition, Query, TalkContext } from '#domains/assistant/contract.ts';
import { assetStatuses } from '#domains/trace/contract.ts';
import type { Fragment } from '../engine/fragment.ts';
import { beside } from '../engine/relative-periods.ts';
import type { Part } from '../engine/understand.ts';
import { goOn } from './go-on.ts';
import { ONE, rankWithin, SETS, sharesAgain } from './rank-within.ts';
import { type Resolved, refer } from './refer.ts';

type Question = Extract<Part, { kind: 'question' }>;

/**
 * Completes a question from the conversation: resolves pronouns, continuations such as "and in October", and values
 * that a question waited for.
 */
export function resolveQuery(asked: Question, context: TalkContext): Resolved {
  const part = datePart(asked, context);
  const { query, fragment } = part;
  if ([...(query?.where ?? []), ...fragment.where].some(isUndated)) return { missing: 'period' };
  const waiting = context.waitingFor === undefined ? undefined : context.query;
  if (waiting !== undefined && supplies(part, context)) return refer(fill(waiting, fragment), context);
  const previous = context.query;
  const lasts = previous === undefined ? undefined : sinceWhen(previous, part);
  if (lasts !== undefined) return refer(lasts, context);
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
  const other = previous === undefined ? undefined : otherSubject(previous, part);
  if (other !== undefined) return other;
  const ofPlan = previous === undefined ? undefined : continuesPlan(previous, part);
  if (ofPlan !== undefined) return { query: ofPlan };
  const gone = previous === undefined ? undefined : goOn(previous, part, context);
  if (gone !== undefined) return refer(gone, context);
  const ranked = previous === undefined ? undefined : rankWithin(previous, part);
  if (ranked !== undefined) return refer(ranked, context);
  const narrowed = previous === undefined ? undefined : narrow(previous, part);
  if (narrowed === 'unclear') return { missing: 'subject' };
  if (narrowed !== undefined) return refer(narrowed, context);
  if (previous !== undefined && (query === undefined || continues(part, previous)))
    return refer(merge(previous, part), context);
  if (query === undefined) return { missing: 'subject' };
  const shares = previous === undefined ? undefined : sharesAgain(previous, query);
  if (shares !== undefined) return refer(shares, context);
  const refersToProperty = query.subject === 'property' && query.where.length === 0 && THE_PROPERTY.test(part.text);
  if (refersToProperty && query.order === undefined && !['most', 'least', 'count', 'list'].includes(query.ask))
    return refer({ ...query, where: [{ kind: 'it', value: 'it' }] }, context);
  return refer(fragment.state ? ofThem(query) : query, context);
}

const isUndated = ({ kind, from }: Condition) => kind === 'period' && from === undefined;

/** Resolves "the week before" relative to the period of the previous question. */
function datePart(part: Question, context: TalkContext): Question {
  const { from, to } = context.query?.where.find(({ kind }) => kind === 'period') ?? {};
  if (from === undefined || to === undefined) return part;
  const dated = (condition: Condition): Condition =>
    isUndated(condition) ? { ...condition, ...beside(condition.value, { from, to }) } : condition;
  const { query, fragment } = part;
  return {
    ...part,
    query: query && { ...query, where: query.where.map(dated) },
    fragment: { ...fragment, where: fragment.where.map(dated) },
  };
}

/** "How many of these are delivered": their present status. */
function ofThem(query: Query): Query {
  const isOfThem = query.where.some(({ kind }) => kind === 'them') && ['count', 'list'].includes(query.ask);
  const only = query.where.every(({ kind, value }) => kind === 'them' || (kind === 'action' && states.includes(value)));
  if (!isOfThem || !only) return query;
  const where = query.where.map((one) => (one.kind === 'action' ? { ...one, kind: 'status' as const } : one));
  return { ...query, subject: 'asset', where };
}

/** One property of the conversation, not "the property that owes the most". */
const THE_PROPERTY = /\bth(?:e|is|at) (?:house|property|parcel|building|home|lot)\b(?! (?:tax|that|which|with))/i;

/** Reports whether a message only supplies the value that the previous question lacked. */
function supplies({ query, fragment }: Question, { waitingFor }: TalkContext): boolean {
  const only = (...kinds: readonly Condition['kind'][]) =>
    fragment.where.length > 0 && fragment.where.every(({ kind }) => kinds.includes(kind));
  const asksAnew = fragment.ask !== undefined || (query?.field !== undefined && query.field !== '');
  if (asksAnew) return false;
  if (waitingFor?.need === 'asset') return only('asset', 'text', 'place');
  if (waitingFor?.need === 'block') return only('block', 'hash', 'amount');
  return waitingFor?.need === 'property' ? only('property', 'address') : only('participant');
}

const fill = (query: Query, { where }: Fragment): Query => ({
  ...query,
  where: [
    ...query.where.filter(({ kind }) => kind !== 'it' && kind !== 'text' && kind !== 'asset'),
    ...where.map((condition) => (condition.kind === 'place' ? { ...condition, kind: 'text' as const } : condition)),
  ].slice(0, 12),
});

const isBare = ({ where, ask }: Fragment) => ask === undefined && where.every(({ kind }) => kind === 'it');

/** "And in October?", "what about food?": only conditions after a continuing word. */
function continues({ query, fragment, text }: Question, previous: Query): boolean {
  if (query === undefined || fragment.bare) return true;
  if (fragment.elliptic && (fragment.ask === undefined || fragment.ask === previous.ask)) {
    const had = (kind: Condition['kind']) => previous.where.some((one) => one.kind === kind);
    const isValue = fragment.ask === undefined && !fragment.verb && fragment.where.every(({ kind }) => had(kind));
    const narrows = fragment.ask === 'count' && fragment.state && previous.subject === 'asset';
    if (fragment.continues || isValue || narrows) return true;
  }
  if (!fragment.continues || fragment.verb) return false;
  const hasOwnAsk = fragment.ask !== undefined;
  return !hasOwnAsk && !/\b(?:asset|event|block|participant|compan|propert|plan)/i.test(text);
}

/** "And how many assets?", "with 30 users": about the plan of the previous question. */
function continuesPlan(previous: Query, { query, fragment, text }: Question): Query | undefined {
  const plans = previous.where.filter(({ kind }) => kind === 'plan');
  const goesOn = fragment.continues || /^(?:with|for)\b/i.test(text);
  if (query?.subject !== 'plan' || previous.subject !== 'plan' || !goesOn || plans.length === 0) return undefined;
  if (query.where.some(({ kind }) => kind === 'plan')) return undefined;
  return { ...(fragment.ask === undefined ? previous : query), where: [...plans, ...query.where] };
}

/**
 * "Which owe tax?" after the properties of a neighborhood asks about these. If both questions restrict by events, it is
 * unclear which condition belongs to which.
 */
function narrow(previous: Query, part: Question): Query | 'unclear' | undefined {
  const { query, fragment } = part;
  const isSet = (one: Query) => ['list', 'count'].includes(one.ask) && one.by === undefined && one.order === undefined;
  if (query === undefined || !fragment.headless || !SETS.has(previous.subject)) return undefined;
  const happened = query.subject === 'event' && previous.subject === 'asset' && fragment.state;
  if (query.subject !== previous.subject && !happened) return undefined;
  if (!isSet(query) || !isSet(previous) || query.where.length === 0) return undefined;
  if ([...previous.where, ...query.where].some(({ kind }) => ONE.has(kind))) return undefined;
  const isDeed = ({ kind }: Condition) => kind === 'action' || kind === 'period';
  if (query.where.some(isDeed) && previous.where.some(isDeed)) return 'unclear';
  return { ...merge(previous, part), ask: query.ask };
}

const namesProperty = (kind: Condition['kind']) => kind === 'property' || kind === 'address';

const dimensions: readonly Query['subject'][] = ['category', 'batch', 'place', 'participant', 'day'];

/** "And participants?" asks the same about something else; "and by batch?" groups by something else. */
function otherSubject(previous: Query, { query, fragment }: Question): Resolved | undefined {
  const states = fragment.where.length > 0 || fragment.ask !== undefined || fragment.limit !== undefined;
  if (!fragment.continues || fragment.verb || query === undefined || states || query.field !== undefined)
    return undefined;
  if (previous.by !== undefined && dimensions.includes(query.subject))
    return { query: { ...previous, by: query.subject } };
  if (previous.ask !== 'count' && previous.ask !== 'list') return { missing: 'subject' };
  return query.subject === previous.subject ? undefined : { query: { ...query, ask: previous.ask } };
}

const states: readonly string[] = assetStatuses;

/**
 * Adapts a value to the previous question: next to a place a name is a place, and goods that "are delivered" have that
 * status.
 */
function inTermsOf(previous: Query, condition: Condition, { state }: Fragment): Condition {
  const had = (kind: Condition['kind']) => previous.where.some((one) => one.kind === kind);
  const { kind, value } = condition;
  if (kind === 'text' && had('place') && !had('text')) return { ...condition, kind: 'place' };
  if ((kind === 'year' || kind === 'amount') && previous.subject === 'block') return { ...condition, kind: 'block' };
  const ofGoods = previous.subject === 'asset' && !had('asset') && !had('action') && !had('period');
  return kind === 'action' && state && ofGoods && states.includes(value) ? { ...condition, kind: 'status' } : condition;
}

/** Replaces the conditions of the previous question by those of the same kind, and adds all other stated parts. */
function merge(previous: Query, { query, fragment }: Question): Query {
  const kinds = new Set(fragment.where.map(({ kind }) => kind));
  const same = (kind: Condition['kind']) =>
    kinds.has(kind) ||
    (kind === 'it' && kinds.has('asset')) ||
    (kind === 'asset' && kinds.has('it')) ||
    (namesProperty(kind) && [...kinds].some(namesProperty)) ||
    (kind === 'mine' && kinds.has('participant')) ||
    (kind === 'participant' && kinds.has('mine'));
  const own = fragment.where.map((condition) => inTermsOf(previous, condition, fragment));
  const replaces = new Set(own.map(({ kind }) => kind));
  const kept = previous.where.filter(({ kind }) => !same(kind) && !replaces.has(kind));
  const roleOf = (condition: Condition) =>
    condition.as ?? previous.where.find(({ kind }) => kind === condition.kind)?.as;
  const added = own.map((condition) => {
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
    ...(fragment.order === undefined ? {} : { order: fragment.order }),
  };
}

/** "Since when?" and "for how long?" after who has an asset, or where it is, ask how long that lasts. */
function sinceWhen(previous: Query, { query, fragment, text }: Question): Query | undefined {
  const isBareAsk = query === undefined && fragment.where.length === 0;
  const asks = fragment.ask === 'how long' || (fragment.ask === 'when' && /\bsince\b/i.test(text));
  const isHeld = previous.field === 'holder' || (previous.ask === 'who' && previous.field === undefined);
  const isThere = previous.field === 'location' || (previous.ask === 'where' && previous.field === undefined);
  const hasEvent = previous.where.some(({ kind }) => kind === 'action' || kind === 'period');
  if (!isBareAsk || !asks || previous.subject !== 'asset' || hasEvent) return undefined;
  return isHeld || isThere ? { ...previous, ask: 'how long', field: isHeld ? 'holder' : 'location' } : undefined;
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
