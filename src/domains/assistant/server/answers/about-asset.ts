import type { TableBlock } from '#domains/assistant/contract.ts';
import type { Asset, HistoryEvent } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import type { Intent } from '../engine/grammar.ts';
import { findAsset } from './find-asset.ts';
import {
  assetLink,
  blockLink,
  citeAsset,
  citeBlock,
  citeParticipant,
  citeScreen,
  type Draft,
  participantLink,
  refusedBy,
  spokenAction,
  spokenTime,
  type Turn,
} from './turn.ts';

const ROWS_MAX = 100;

/** Answers a question about one asset from its history. */
export async function answerAboutAsset(turn: Turn, intent: Intent): Promise<Draft> {
  const found = await findAsset(turn, intent);
  if ('instead' in found) return found.instead;
  const { assetId } = found;
  const read = await turn.run('read_asset', { assetId });
  if (!read.ok) return refusedBy(read);
  const { asset, history } = read.value;
  const first = history[0];
  const last = history.at(-1);
  const blocks = intent === 'asset.history' ? [historyTable(asset, history)] : [];
  const cited = intent === 'asset.maker' ? first : last;
  return {
    reply: say(intent, asset, history),
    citations: [
      citeAsset(assetId),
      ...(cited === undefined ? [] : [citeBlock(cited.blockIndex)]),
      ...(asset.custodian === undefined || intent !== 'asset.custody' ? [] : [citeParticipant(asset.custodian)]),
    ],
    blocks,
    suggestions: nextQuestions(assetId, intent),
    context: { assetId },
  };
}

function say(intent: Intent, asset: Asset, history: readonly HistoryEvent[]): string {
  const { assetId, name, currentStatus, currentLocation, custodian } = asset;
  const what = name === assetId ? assetId : `${assetId} (${name})`;
  const last = history.at(-1);
  const first = history[0];
  const since = last === undefined ? '' : ` Last event: ${spokenEvent(last)}.`;
  const place = currentLocation === undefined ? 'has no recorded location' : `is at ${currentLocation}`;
  if (intent === 'asset.where') return `${what} ${place}. Its status is ${currentStatus}.${since}`;
  if (intent === 'asset.custody')
    return custodian === undefined
      ? `No custodian is recorded for ${what}.${since}`
      : `${custodian} has ${what}, as the last to handle it.${since}`;
  if (intent === 'asset.status') return `The status of ${what} is ${currentStatus}. The asset ${place}.${since}`;
  if (intent === 'asset.maker') {
    if (first?.action !== 'manufactured') return `No event records who made ${what}.`;
    return `${what} was manufactured by ${first.participant}${first.location === undefined ? '' : ` at ${first.location}`} on ${spokenTime(first.timestamp)}.`;
  }
  const odd =
    asset.anomalyCount > 0
      ? ` ${counted(asset.anomalyCount, 'event')} ${asset.anomalyCount === 1 ? 'is' : 'are'} marked as anomalous.`
      : '';
  if (intent === 'asset.history')
    return `${what} has ${counted(asset.eventCount, 'event')}${first === undefined ? '' : `, from ${spokenTime(first.timestamp)}`}.${since}${odd}`;
  const kind = [asset.category, asset.batch === undefined ? undefined : `batch ${asset.batch}`]
    .filter(Boolean)
    .join(', ');
  return `${what}${kind === '' ? '' : `, ${kind},`} is ${currentStatus} and ${place}${custodian === undefined ? '' : `, with ${custodian}`}.${since}${odd}`;
}

const spokenEvent = (event: HistoryEvent) =>
  `${spokenAction(event.action)} by ${event.participant} on ${spokenTime(event.timestamp)}, in block ${event.blockIndex}`;

function historyTable(asset: Asset, history: readonly HistoryEvent[]): TableBlock {
  return {
    kind: 'table',
    title: `History of ${asset.assetId}`,
    columns: ['Block', 'When', 'Action', 'Participant', 'Location'],
    rows: history
      .slice(0, ROWS_MAX)
      .map((event) => [
        { text: String(event.blockIndex), href: blockLink(event.blockIndex) },
        { text: spokenTime(event.timestamp) },
        { text: spokenAction(event.action) },
        { text: event.participant, href: participantLink(event.participant) },
        { text: event.location ?? 'Unknown' },
      ]),
    more: Math.max(0, asset.eventCount - Math.min(history.length, ROWS_MAX)),
  };
}

function nextQuestions(assetId: string, asked: Intent): string[] {
  const questions: readonly (readonly [Intent, string])[] = [
    ['asset.history', `What happened to ${assetId}?`],
    ['asset.custody', 'Who has it now?'],
    ['asset.madeFrom', 'What was it made from?'],
    ['asset.recall', 'What would a recall of it reach?'],
  ];
  return questions
    .filter(([intent]) => intent !== asked)
    .map(([, question]) => question)
    .slice(0, 3);
}

/** Answers what an asset was made from, or what it went into. */
export async function answerLineage(turn: Turn, intent: 'asset.madeFrom' | 'asset.madeInto'): Promise<Draft> {
  const found = await findAsset(turn, intent);
  if ('instead' in found) return found.instead;
  const { assetId } = found;
  const direction = intent === 'asset.madeFrom' ? 'upstream' : 'downstream';
  const read = await turn.run('read_lineage', { assetId, direction });
  if (!read.ok) return refusedBy(read);
  const others = read.value.nodes.filter((node) => node.assetId !== assetId);
  const context = { assetId };
  const citations = [citeAsset(assetId), ...others.slice(0, 10).map((node) => citeAsset(node.assetId))];
  if (others.length === 0)
    return {
      reply:
        direction === 'upstream'
          ? `No event records what ${assetId} was made from.`
          : `No event records that ${assetId} went into anything else.`,
      citations,
      context,
    };
  const how = direction === 'upstream' ? 'was made from' : 'went into';
  return {
    reply: `${assetId} ${how} ${counted(others.length, 'asset')}${read.value.cut ? ' or more' : ''}: ${others
      .slice(0, 5)
      .map((node) => node.assetId)
      .join(', ')}${others.length > 5 ? ' and others' : ''}.`,
    citations,
    blocks: [
      {
        kind: 'table',
        title: `What ${assetId} ${how}`,
        columns: ['Asset', 'Name', 'Steps away', 'Status', 'Location'],
        rows: others
          .slice(0, ROWS_MAX)
          .map((node) => [
            { text: node.assetId, href: assetLink(node.assetId) },
            { text: node.name },
            { text: String(node.depth) },
            { text: node.status },
            { text: node.location ?? 'Unknown' },
          ]),
        more: Math.max(0, others.length - ROWS_MAX),
      },
    ],
    suggestions: ['What would a recall of it reach?', `What happened to ${assetId}?`],
    context,
  };
}

/** Answers what a fault in an asset may have reached. */
export async function answerRecall(turn: Turn): Promise<Draft> {
  const found = await findAsset(turn, 'asset.recall');
  if ('instead' in found) return found.instead;
  const { assetId } = found;
  const scope = /\bbatch\b/i.test(turn.message) ? { scope: 'batch' } : {};
  const read = await turn.run('read_recall', { assetId, ...scope });
  if (!read.ok) return refusedBy(read);
  const { lines, totals, basis, cut } = read.value;
  return {
    reply: `A recall of ${assetId} reaches ${counted(totals.assets, 'asset')}${cut ? ' or more' : ''} with ${counted(totals.participants, 'participant')} at ${counted(totals.locations, 'location')}, based on a chain of ${counted(basis.length, 'block')}.`,
    citations: [citeAsset(assetId), citeScreen('Recall list', `${assetLink(assetId)}/recall`)],
    blocks: [
      {
        kind: 'table',
        title: `Recall of ${assetId}`,
        columns: ['Asset', 'Name', 'Why', 'Status', 'Location', 'With'],
        rows: lines
          .slice(0, ROWS_MAX)
          .map((line) => [
            { text: line.assetId, href: assetLink(line.assetId) },
            { text: line.name },
            { text: line.relation },
            { text: line.status },
            { text: line.location ?? 'Unknown' },
            line.custodian === undefined
              ? { text: 'Unknown' }
              : { text: line.custodian, href: participantLink(line.custodian) },
          ]),
        more: Math.max(0, lines.length - ROWS_MAX),
      },
    ],
    context: { assetId },
  };
}
