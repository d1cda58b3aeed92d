import { type Condition, conditionsOf, type Query, type TalkContext } from '#domains/assistant/contract.ts';
import type { Part } from '../engine/understand.ts';

type Question = Extract<Part, { kind: 'question' }>;

/** Words that leave the subject of the conversation and refer to everything. */
const ALL = /\b(?:all|every|each|whole|entire|city|ledger|system|everything|overall|registry|market)\b/i;
/** Nouns of a question about several things, even if they are of the same kind as before. */
const NOUNS =
  /\b(?:assets?|items?|goods|products?|participants?|compan(?:y|ies)|propert(?:y|ies)|houses?|homes?|buildings?|parcels?|lots?)\b/i;
const WORDS_MAX = 7;

/**
 * Completes a question without any condition from the one before: "how many events?" after a question about an asset asks for its
 * events, "how much tax in total?" after the caller's properties for theirs.
 */
export function goOn(previous: Query, { query, text, fragment }: Question, context: TalkContext): Query | undefined {
  if (
    /^(?:and )?to whom\b[\s?]*$/i.test(text) &&
    conditionsOf(previous, 'action').some(({ value }) => value === 'shipped')
  )
    return { ask: 'who', subject: 'event', by: 'addressee', where: [...previous.where] };
  // "And which are they?" after a number asks for what was counted.
  const asksWhich = /^(?:and |so )?(?:which|who|what)(?: ones)? (?:are|were) (?:they|these|those|it)\b[\s?]*$/i.test(
    text,
  );
  const asksList =
    /^(?:and |so |please |can you |could you )*(?:list|show|name|give|tell)(?: me)? (?:them|those|these)(?: all)?(?:,? please)?[\s?.!]*$/i.test(
      text,
    );
  if ((asksWhich || asksList) && previous.ask === 'count' && previous.by === undefined)
    return { ...previous, ask: 'list' };
  const within = withinSet(previous, query);
  if (within !== undefined) return within;
  const asksNumber = /^(?:and |so )?how many (?:is|are|was|were) (?:that|they|those|these|it|there)\b[\s?]*$/i.test(
    text,
  );
  if (asksNumber && previous.ask === 'list' && previous.by === undefined) return { ...previous, ask: 'count' };
  // "How much?" after "which owes the most" asks for the ranked attribute.
  const isBare = query === undefined && fragment.ask === 'how much' && fragment.where.length === 0;
  if (isBare && previous.subject === 'property' && previous.field !== undefined && context.property !== undefined)
    return {
      ask: 'how much',
      subject: 'property',
      field: previous.field,
      where: [{ kind: 'property', value: context.property }],
    };
  if (query === undefined || query.where.length > 0 || ALL.test(text) || text.split(/\s+/).length > WORDS_MAX)
    return undefined;
  const [asset, ...assets] = conditionsOf(previous, 'asset');
  if (asset !== undefined && assets.length === 0) return ofAsset(query, asset);
  const [person, ...people] = conditionsOf(previous, 'participant');
  if (previous.subject === 'participant' && person !== undefined && people.length === 0)
    return ofParticipant(query, person);
  if (NOUNS.test(text) || query.subject !== previous.subject) return undefined;
  const ranked = query.ask === 'most' || query.ask === 'least';
  if (query.subject === 'participant')
    return ranked ? { ...query, where: [...conditionsOf(previous, 'role')] } : undefined;
  return query.subject === 'property' && fragment.order === undefined
    ? ofProperty(query, previous, context)
    : undefined;
}

/** "How many of them are commercial", "which of those were by X": of what the previous question listed or counted. */
function withinSet(previous: Query, query: Query | undefined): Query | undefined {
  const isSet = ['count', 'list'].includes(previous.ask) && previous.by === undefined && previous.limit === undefined;
  if (!isSet || query === undefined || !['property', 'event', 'participant'].includes(previous.subject))
    return undefined;
  const own = query.where.filter(({ kind }) => kind !== 'them');
  const refers = own.length < query.where.length && own.length > 0;
  if (!refers || query.subject !== previous.subject || !['count', 'list'].includes(query.ask)) return undefined;
  const contradicts = own.some(({ kind }) => previous.where.some((one) => one.kind === kind));
  return contradicts ? undefined : { ...query, where: [...previous.where, ...own].slice(0, 12) };
}

function ofAsset({ ask, subject, order, limit, by }: Query, asset: Condition): Query | undefined {
  if (!['count', 'list', 'describe'].includes(ask) || by !== undefined) return undefined;
  const ranks = { ...(order === undefined ? {} : { order }), ...(limit === undefined ? {} : { limit }) };
  if (subject === 'event') return { ask, subject: 'asset', field: 'events', where: [asset], ...ranks };
  const isAttribute = (subject === 'batch' || subject === 'category') && ask !== 'count' && order === undefined;
  return isAttribute ? { ask: 'describe', subject: 'asset', field: subject, where: [asset] } : undefined;
}

function ofParticipant(query: Query, person: Condition): Query | undefined {
  if (query.subject !== 'event' || query.by !== undefined) return undefined;
  return { ...query, where: [{ ...person, as: 'actor' }] };
}

/** Refers to the property of the answer, or to all properties of the previous question. */
function ofProperty(query: Query, previous: Query, { property }: TalkContext): Query | undefined {
  const isRanked = previous.ask === 'most' || previous.ask === 'least';
  const isOne = previous.where.some(({ kind }) => kind === 'property' || kind === 'address');
  const field = query.field ?? (query.ask === 'how much' ? previous.field : undefined);
  if (field === undefined || query.ask === 'count') return undefined;
  if (property !== undefined && (isOne || isRanked))
    return { ...query, field, where: [{ kind: 'property', value: property }] };
  const kept = previous.where.filter(({ kind }) => ['neighborhood', 'place', 'type', 'mine', 'owner'].includes(kind));
  return isOne || kept.length === 0 || kept.length < previous.where.length
    ? undefined
    : { ...query, field, where: kept };
}
