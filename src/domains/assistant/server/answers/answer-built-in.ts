import type { TalkContext } from '#domains/assistant/contract.ts';
import { lookUpSections } from '../documentation/look-up-sections.ts';
import type { Documentation } from '../documentation/search-documentation.ts';
import type { Intent } from '../engine/grammar.ts';
import type { Understanding } from '../engine/understand.ts';
import type { ToolRunner } from '../tools/run-tool.ts';
import { answerAboutAsset, answerLineage, answerRecall } from './about-asset.ts';
import { answerCounts, answerSearch } from './about-assets.ts';
import {
  answerBlock,
  answerCheckpoint,
  answerKeys,
  answerLatestBlocks,
  answerValidity,
  answerWitnesses,
} from './about-chain.ts';
import { answerAudit, answerFigures, answerHealth, answerRecentEvents } from './about-events.ts';
import { answerActivity, answerParticipant, answerParticipantCounts, answerParticipants } from './about-people.ts';
import { proposeEvent, proposeParticipant } from './proposals.ts';
import { greeting, help, offerChoices, outside, override, quote, secrets, thanks } from './talk.ts';
import type { Draft, Turn } from './turn.ts';

export type BuiltInQuestion = {
  readonly message: string;
  readonly context: TalkContext;
  readonly username: string | undefined;
  /** Undefined if the message took too long to interpret. */
  readonly understood: Understanding | undefined;
  readonly documentation: Documentation;
  readonly run: ToolRunner;
};

/** Answers by fixed rules: the same question on the same ledger always gets the same answer. It never guesses. */
export async function answerBuiltIn(question: BuiltInQuestion): Promise<Draft> {
  const { understood } = question;
  if (understood === undefined)
    return { reply: 'Your message takes too long to interpret. Ask a shorter question.', outcome: 'unknown' };
  const draft = await answerUnderstood(understood, question);
  return understood.complete ? draft : { ...draft, reply: `${draft.reply} ${INCOMPLETE}` };
}

const INCOMPLETE = 'I compared only the first part of your message with the names of participants.';

async function answerUnderstood(understood: Understanding, question: BuiltInQuestion): Promise<Draft> {
  const { message, context, username, run } = question;
  const turn: Turn = { run, message, context, username, ...understood };
  if (understood.kind === 'ambiguous') return offerChoices(understood.choices);
  if (understood.kind === 'clear' && Object.hasOwn(handlers, understood.intent))
    return handlers[understood.intent](turn, question);
  return answerUnclear(turn, question);
}

type Handler = (turn: Turn, question: BuiltInQuestion) => Promise<Draft> | Draft;

const aboutAsset =
  (intent: Intent): Handler =>
  (turn) =>
    answerAboutAsset(turn, intent);

const handlers: Readonly<Record<Intent, Handler>> = {
  'refuse.override': () => override,
  'refuse.secrets': () => secrets,
  'refuse.outside': () => outside,
  'talk.help': () => help,
  'talk.greeting': () => greeting,
  'talk.thanks': () => thanks,
  'asset.where': aboutAsset('asset.where'),
  'asset.custody': aboutAsset('asset.custody'),
  'asset.maker': aboutAsset('asset.maker'),
  'asset.history': aboutAsset('asset.history'),
  'asset.status': aboutAsset('asset.status'),
  'asset.read': aboutAsset('asset.read'),
  'asset.madeFrom': (turn) => answerLineage(turn, 'asset.madeFrom'),
  'asset.madeInto': (turn) => answerLineage(turn, 'asset.madeInto'),
  'asset.recall': answerRecall,
  'assets.search': answerSearch,
  'assets.count': answerCounts,
  'block.read': answerBlock,
  'block.find': answerBlock,
  'block.latest': answerLatestBlocks,
  'chain.validate': answerValidity,
  'chain.witnesses': answerWitnesses,
  'chain.checkpoint': answerCheckpoint,
  'chain.keys': answerKeys,
  'participants.list': answerParticipants,
  'participants.count': answerParticipantCounts,
  'participant.read': answerParticipant,
  'participant.activity': answerActivity,
  'figures.read': answerFigures,
  'events.recent': answerRecentEvents,
  'audit.read': answerAudit,
  'health.read': answerHealth,
  'propose.event': proposeEvent,
  'propose.participant': proposeParticipant,
  'documents.search': (turn, question) => answerFromDocuments(turn, question),
};

async function answerFromDocuments({ run, message }: Turn, { documentation }: BuiltInQuestion): Promise<Draft> {
  return quote(await lookUpSections(run, documentation, message));
}

/**
 * Answers when no interpretation is certain. A short message may be an asset's name; a longer one may match the
 * documentation.
 */
async function answerUnclear(turn: Turn, question: BuiltInQuestion): Promise<Draft> {
  const name = turn.unexplained.join(' ');
  if (turn.unexplained.length > 0 && turn.unexplained.length <= 3 && turn.concepts.size <= 1) {
    const found = await turn.run('search_assets', { search: name, limit: 1 });
    if (found.ok && found.value.pagination.total > 0) return answerSearch(turn);
  }
  return answerFromDocuments(turn, question);
}
