import type { Condition, Query, TalkContext } from '#domains/assistant/contract.ts';
import type { Fragment, Part } from '../engine/understand.ts';
import { type Resolved, refer } from './refer.ts';

type Question = Extract<Part, { kind: 'question' }>;

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

/** "And in October?", "what about food?": only conditions, beside a word that continues. */
function continues({ query, fragment, text }: Question): boolean {
  if (query === undefined || fragment.bare) return true;
  if (!fragment.continues || fragment.verb) return false;
  const hasOwnAsk = fragment.ask !== undefined;
  return !hasOwnAsk && !/\b(?:asset|event|block|participant|compan|propert|plan)/i.test(text);
}

const namesProperty = (kind: Condition['kind']) => kind === 'property' || kind === 'address';

/** Replaces the conditions of the previous question by those of the same kind, and takes over what else is stated. */
function merge(previous: Query, { query, fragment }: Question): Query {
  const kinds = new Set(fragment.where.map(({ kind }) => kind));
  const same = (kind: Condition['kind']) =>
    kinds.has(kind) ||
    (kind === 'it' && kinds.has('asset')) ||
    (kind === 'asset' && kinds.has('it')) ||
    (namesProperty(kind) && [...kinds].some(namesProperty)) ||
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
