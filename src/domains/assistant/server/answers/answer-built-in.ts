import {
  conditionsOf,
  type InterpretationChange,
  type InterpretationChip,
  type Query,
  type TalkContext,
  valueIn,
} from '#domains/assistant/contract.ts';
import { lookUpSections } from '../documentation/look-up-sections.ts';
import type { FoundSection } from '../documentation/search-documentation.ts';
import { contentWords } from '../documentation/words.ts';
import type { Intention } from '../engine/intentions.ts';
import type { Part, Understanding } from '../engine/understand.ts';
import type { Assistant } from '../open-assistant.ts';
import type { Question } from '../question.ts';
import type { ToolRunner } from '../tools/run-tool.ts';
import { answerQuery } from './answer-query.ts';
import { answersAsk } from './answers-ask.ts';
import { explainError, explainTerm, isSure, quote, restrictsRecords } from './explain.ts';
import { honorsConditions } from './honors-conditions.ts';
import { applyChanges, chipsOf } from './interpretation.ts';
import { isAhead } from './is-ahead.ts';
import { asksData, howToInstead, orGuide } from './or-guide.ts';
import type { Resolved } from './refer.ts';
import { resolveQuery } from './resolve-query.ts';
import { future, notUnderstood, refusals, talk, unknown } from './talk.ts';
import { type Draft, type Outcome, signInFirst, type Turn } from './turn.ts';
import { explainPermission } from './writes/explain-permission.ts';
import { completedBy, proposeEvent, proposeParticipant } from './writes/proposals.ts';
import { refuseChange } from './writes/refuse-change.ts';

export type BuiltInQuestion = {
  readonly message: string;
  readonly context: TalkContext;
  readonly caller: Question['caller'];
  /** Undefined if the message took too long to interpret. */
  readonly understood: Understanding | undefined;
  readonly changes: readonly InterpretationChange[];
  readonly assistant: Pick<Assistant, 'documentation' | 'routes' | 'capabilities' | 'clock'>;
  readonly run: ToolRunner;
};

export type BuiltInAnswer = Draft & {
  readonly interpretation?: readonly InterpretationChip[];
  readonly corrections?: Understanding['corrections'];
};

const INCOMPLETE = 'I compared only the first part of your message with the names of participants.';

/** Answers by fixed rules: the same question on the same ledger always gets the same answer. It never guesses. */
export async function answerBuiltIn(question: BuiltInQuestion): Promise<BuiltInAnswer> {
  const { understood } = question;
  if (understood === undefined)
    return { reply: 'Your message takes too long to interpret. Ask a shorter question.', outcome: 'unknown' };
  let { context } = question;
  const answers: (Draft & { interpretation: readonly InterpretationChip[] })[] = [];
  for (const [at, part] of understood.parts.entries()) {
    const draft = await answerPart(part, at, { ...question, context });
    answers.push(draft);
    context = { ...(draft.keeps === true ? context : {}), ...draft.context };
  }
  const whole = answers.length === 0 ? { ...unknown, interpretation: [] } : combine(answers, context);
  const corrected = understood.corrections.map(({ from, to }) => `“${from}” as “${to}”`);
  const notes = [
    corrected.length === 0 ? '' : `I read ${corrected.slice(0, 5).join(', ')}.`,
    understood.complete ? '' : INCOMPLETE,
  ].filter(Boolean);
  return { ...whole, reply: [whole.reply, ...notes].join(' '), corrections: understood.corrections.slice(0, 20) };
}

/** Combines the parts of a message in order. The message counts as answered only if each part does. */
function combine(
  answers: readonly (Draft & { interpretation: readonly InterpretationChip[] })[],
  context: TalkContext,
) {
  const [only] = answers;
  const worst =
    answers.map(({ outcome }) => outcome ?? 'answered').toSorted((a, b) => RANK.indexOf(a) - RANK.indexOf(b))[0] ??
    'answered';
  return {
    reply: answers.map(({ reply }) => reply).join('\n'),
    outcome: answers.length === 1 ? (only?.outcome ?? 'answered') : worst,
    citations: answers.flatMap(({ citations = [] }) => citations),
    blocks: answers.flatMap(({ blocks = [] }) => blocks).slice(0, 8),
    suggestions: answers.at(-1)?.suggestions ?? [],
    context,
    interpretation: answers.flatMap(({ interpretation }) => interpretation).slice(0, 40),
  };
}

const RANK: readonly Outcome[] = ['failed', 'refused', 'unknown', 'clarify', 'proposed', 'answered'];

type Answered = Draft & { readonly interpretation: readonly InterpretationChip[]; readonly keeps?: boolean };

type QuestionPart = Extract<Part, { kind: 'question' }>;

/** Answers one part: from the guide if it is about the product, otherwise from data, and from the guide if data has no answer. */
async function answerPart(part: Part, at: number, question: BuiltInQuestion): Promise<Answered> {
  if (part.kind === 'intention')
    return { ...(await answerIntention(part.intention, question)), interpretation: [], keeps: true };
  const { run, assistant } = question;
  const waiting = part.query === undefined ? undefined : completedBy(part.query, question.context);
  if (waiting !== undefined) return { ...(await proposeEvent(question, waiting)), interpretation: [] };
  const guide = part.namesData || part.fragment.continues ? [] : assistant.documentation.search(part.text);
  const asksGuide = question.changes.length === 0 && isSure(guide);
  const fromGuide = async (): Promise<Answered> => ({
    ...quote(part.text, await lookUpSections(run, assistant.documentation, part.text)),
    interpretation: [],
    keeps: true,
  });
  const words = contentWords(part.text);
  const unfamiliar = words.filter((word) => part.unfamiliar.includes(word));
  const isTitle =
    isAboutAssistant(guide) ||
    guide.slice(0, 1).some(({ title }) => contentWords(title).some((word) => words.includes(word)));
  if (asksGuide && unfamiliar.length * 2 > words.length && (words.length > 1 || isTitle)) return fromGuide();
  const answer = await answerFromData(part, at, question);
  const open = answer.outcome === 'clarify' || answer.outcome === 'unknown';
  // One word alone, such as "status", is enough if readers ask with just this word.
  const isWhole = words.length > 1 || words.some((word) => guide[0]?.asked.includes(word));
  // The guide answers no superlatives, no questions about numbers, and none about the reader's own data.
  const asked = part.query?.ask ?? part.fragment.ask ?? '';
  const isOwn =
    restrictsRecords(part.query) ||
    asksData(part.text, asked, { section: guide[0]?.text ?? '', signsIn: answer.reply === signInFirst.reply });
  return open && asksGuide && isWhole && !isOwn ? fromGuide() : answer;
}

async function answerFromData(part: QuestionPart, at: number, question: BuiltInQuestion): Promise<Answered> {
  const { context, caller, run, assistant } = question;
  const resolved = resolveQuery(part, context);
  if ('missing' in resolved) return { ...ask(resolved.missing, part, question), interpretation: [], keeps: true };
  const query = everybodys(applyChanges(resolved.query, question.changes, at), caller?.username);
  const interpretation = chipsOf(query, at);
  if (part.ignored.length > 0 && question.changes.length === 0)
    return { ...notUnderstood(part.ignored), interpretation, keeps: true };
  if (isAhead(query, part.fragment.future, assistant.clock())) return { ...future, interpretation, keeps: true };
  const turn = { run, message: part.text, query, context, username: caller?.username, now: assistant.clock() };
  const found = await answerQuery(turn);
  const ofProperty = found.outcome === 'unknown' ? await answerAsProperty(turn, part) : undefined;
  const said = ofProperty ?? found;
  const isUnasked =
    (said.outcome ?? 'answered') === 'answered' && !(answersAsk(query, said.reply) && honorsConditions(query, said));
  const draft: Draft = isUnasked ? { ...said, outcome: 'unknown' } : said;
  const failed = draft.outcome !== undefined && draft.outcome !== 'answered';
  return {
    ...draft,
    interpretation: ofProperty?.context?.query === undefined ? interpretation : chipsOf(ofProperty.context.query, at),
    keeps: failed,
    context: { ...talkedAbout(query), ...draft.context, query: draft.context?.query ?? query },
  };
}

/** An id without an asset may be that of a property. */
async function answerAsProperty(turn: Turn, { asProperty }: QuestionPart): Promise<Draft | undefined> {
  const id = asProperty === undefined ? undefined : valueIn(asProperty, 'property');
  if (asProperty === undefined || id === undefined) return undefined;
  const read = await turn.run('read_property', { id });
  return read.ok
    ? { ...(await answerQuery({ ...turn, query: asProperty })), context: { query: asProperty, property: id } }
    : undefined;
}

/** "Our assets" are those of the ledger for a user who belongs to no company here. */
const everybodys = (query: Query, username: string | undefined): Query =>
  username === undefined
    ? { ...query, where: query.where.filter(({ kind, value }) => kind !== 'mine' || value !== 'ours') }
    : query;

/** Returns the things that a question names, which the next one may refer to. */
function talkedAbout(query: Query): TalkContext {
  const [participant, other] = conditionsOf(query, 'participant');
  const property = valueIn(query, 'property');
  return {
    ...(participant === undefined || other !== undefined ? {} : { participant: participant.value }),
    ...(property === undefined ? {} : { property }),
  };
}

/** Requests the missing value of a question, and stores the question until it is supplied. */
function ask(
  missing: Extract<Resolved, { missing: unknown }>['missing'],
  part: QuestionPart,
  { context }: BuiltInQuestion,
): Draft {
  if (missing === 'subject')
    return part.ignored.length > 0
      ? notUnderstood(part.ignored)
      : part.fragment.where.length > 0
        ? notUnderstood([part.text])
        : unknown;
  const words = {
    asset: 'Which asset do you mean? Give me its ID or part of its name.',
    period: 'Which days do you mean? Name them, such as “from 1 to 7 March”. I can’t restrict to days of the week.',
    block: 'Which block? Give me its number or its hash.',
    property: 'Which property do you mean? Give me its id.',
  };
  const { query } = part;
  return {
    reply: words[missing],
    outcome: 'clarify',
    context: {
      ...context,
      ...(query === undefined || missing === 'period' ? {} : { query, waitingFor: { intent: 'query', need: missing } }),
    },
  };
}

const isAboutAssistant = (sections: readonly FoundSection[]) => isSure(sections) && sections[0]?.page === 'assistant';

/** Quotes the guide about the assistant itself, or describes the assistant. */
async function aboutAssistant({ run, message, assistant }: BuiltInQuestion): Promise<Draft> {
  const own = assistant.documentation.search(message).filter((section) => isAboutAssistant([section]));
  if (own.length === 0) return talk.self;
  await lookUpSections(run, assistant.documentation, message);
  return quote(message, own);
}

async function answerIntention(intention: Intention, question: BuiltInQuestion): Promise<Draft> {
  const { run, message, assistant } = question;
  switch (intention.kind) {
    case 'talk':
      return intention.of === 'self' ? aboutAssistant(question) : talk[intention.of];
    case 'refuse':
      return intention.of === 'acts' && !intention.isSpecific ? howToInstead(question) : refusals[intention.of];
    case 'propose event':
      return proposeEvent(question, intention.values);
    case 'propose participant':
      return proposeParticipant(question, intention.values);
    case 'change':
      return refuseChange(question, intention);
    case 'permission':
      return orGuide(explainPermission(intention, assistant.capabilities, question.caller), question);
    case 'error':
      return explainError(intention.code, assistant.routes);
    case 'term':
      await lookUpSections(run, assistant.documentation, intention.term);
      return orGuide(
        explainTerm(intention.term, (words) => assistant.documentation.search(words, 6)),
        question,
      );
    default:
      return quote(message, await lookUpSections(run, assistant.documentation, message));
  }
}
