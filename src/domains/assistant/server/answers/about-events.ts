import type { EventClock } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { given } from './about-assets.ts';
import { findAsset } from './find-asset.ts';
import {
  assetLink,
  blockLink,
  citeBlock,
  citeScreen,
  type Draft,
  participantLink,
  refusedBy,
  spokenAction,
  spokenTime,
  type Turn,
} from './turn.ts';

/** Answers with the newest events that match what the question names. */
export async function answerRecentEvents(turn: Turn): Promise<Draft> {
  const { participants, action, period, count } = turn.entities;
  const anomalous = turn.concepts.has('anomaly') ? true : undefined;
  const participantId = participants[0];
  const filters = given<string | number | boolean>({
    participantId,
    action,
    anomalous,
    clock: clockIn(turn.message),
    from: period?.from,
    to: period?.to,
  });
  const read = await turn.run('recent_activities', { ...filters, limit: Math.min(count ?? 10, 100) });
  if (!read.ok) return refusedBy(read);
  const { activities } = read.value;
  const words = [
    anomalous && ' with anomalies',
    action && ` with action ${spokenAction(action)}`,
    participantId && ` by ${participantId}`,
    period &&
      ` ${clockIn(turn.message) === 'recorded' ? 'recorded' : 'that happened'} ${period.from === period.to ? `on ${period.from}` : `from ${period.from} to ${period.to}`}`,
  ]
    .filter(Boolean)
    .join('');
  const context = participantId === undefined ? {} : { participant: participantId };
  const newest = activities[0];
  if (newest === undefined) return { reply: `No events${words}.`, context, suggestions: ['Show the latest events'] };
  return {
    reply: `${activities.length === 1 ? 'This is the newest event' : `These are the newest ${activities.length} events`}${words}. Newest: ${spokenAction(newest.action)} by ${newest.participantName} on ${spokenTime(newest.timestamp)}.`,
    citations: activities.slice(0, 10).map(({ blockIndex }) => citeBlock(blockIndex)),
    blocks: [
      {
        kind: 'table',
        title: 'Events',
        columns: ['Block', 'When', 'Action', 'Asset', 'Participant', ...(anomalous ? ['Anomaly'] : ['Location'])],
        rows: activities.map((one) => [
          { text: String(one.blockIndex), href: blockLink(one.blockIndex) },
          { text: spokenTime(one.timestamp) },
          { text: spokenAction(one.action) },
          one.assetId === undefined ? { text: '' } : { text: one.assetId, href: assetLink(one.assetId) },
          { text: one.participantName, href: participantLink(one.participantName) },
          { text: anomalous ? one.anomalies.join(', ') : (one.location ?? 'Unknown') },
        ]),
        more: 0,
      },
    ],
    suggestions: newest.assetId === undefined ? [] : [`Where is ${newest.assetId}?`],
    context,
  };
}

/** Returns the clock that a question names: "what was recorded yesterday" or "what happened yesterday". */
function clockIn(message: string): EventClock | undefined {
  if (/\brecorded\b/i.test(message)) return 'recorded';
  return /\bhappened\b/i.test(message) ? 'happened' : undefined;
}

/** Answers with the totals of the ledger, or of a period. */
export async function answerFigures(turn: Turn): Promise<Draft> {
  const { period } = turn.entities;
  const clock = clockIn(turn.message);
  const read = await turn.run('dashboard_stats', given({ clock, from: period?.from, to: period?.to }));
  if (!read.ok) return refusedBy(read);
  const {
    totalAssets,
    totalEvents,
    activeParticipants,
    chainIntegrity,
    openAnomalies,
    daily,
    period: figures,
  } = read.value;
  const days = (figures?.daily ?? daily).slice(-40);
  const ofPeriod =
    figures === undefined
      ? ''
      : `From ${figures.from} to ${figures.to} there were ${counted(figures.events, 'event')} and ${counted(figures.assets, 'new asset')}; in the previous period, ${counted(figures.previous.events, 'event')}. `;
  return {
    reply: `${ofPeriod}In all there are ${counted(totalAssets, 'asset')}, ${counted(totalEvents, 'event')} and ${counted(activeParticipants, 'active participant')}. Chain integrity is ${chainIntegrity}%, and ${counted(openAnomalies, 'anomaly', 'anomalies')} ${openAnomalies === 1 ? 'is' : 'are'} open.`,
    citations: [citeScreen('Dashboard', '/dashboard')],
    blocks: days.some(({ events }) => events > 0)
      ? [
          {
            kind: 'bars',
            title: clock === 'recorded' ? 'Events recorded each day' : 'Events by the day they happened',
            bars: days.map(({ day, events }) => ({ label: day, value: events })),
          },
        ]
      : [],
    suggestions: ['How many assets does each category have?', 'Show the latest events'],
  };
}

/** Answers from the audit log, for callers who may read it. */
export async function answerAudit(turn: Turn): Promise<Draft> {
  const { participants, assets, period } = turn.entities;
  const found = assets.length === 0 ? undefined : await findAsset(turn, 'audit.read');
  if (found !== undefined && 'instead' in found) return found.instead;
  const filters = given({
    participantId: participants[0],
    assetId: found?.assetId,
    clock: clockIn(turn.message),
    startDate: period?.from,
    endDate: period?.to,
  });
  const read = await turn.run('read_audit_log', { ...filters, limit: 20 });
  if (!read.ok) return refusedBy(read);
  const { auditEntries, summary } = read.value;
  const search = new URLSearchParams(
    given({
      clock: clockIn(turn.message),
      from: period?.from,
      to: period?.to,
      participant: participants[0],
      asset: found?.assetId,
      generated: 'yes',
    }),
  );
  return {
    reply: `The audit log has ${counted(summary.totalEntries, 'entry', 'entries')} that ${summary.totalEntries === 1 ? 'matches' : 'match'}${summary.totalEntries > auditEntries.length ? `. These are the newest ${auditEntries.length}` : ''}.`,
    citations: [
      citeScreen('Audit Trail', `/audit?${search}`),
      ...auditEntries.slice(0, 10).map(({ blockIndex }) => citeBlock(blockIndex)),
    ],
    blocks: [
      {
        kind: 'table',
        title: 'Audit log',
        columns: ['Block', 'Recorded', 'Participant', 'Action', 'Asset'],
        rows: auditEntries.map((entry) => [
          { text: String(entry.blockIndex), href: blockLink(entry.blockIndex) },
          { text: spokenTime(entry.timestamp) },
          { text: entry.participant, href: participantLink(entry.participant) },
          { text: spokenAction(entry.action) },
          entry.assetId === undefined ? { text: '' } : { text: entry.assetId, href: assetLink(entry.assetId) },
        ]),
        more: Math.max(0, summary.totalEntries - auditEntries.length),
      },
    ],
  };
}

const integrity = { valid: 'is intact', unknown: 'is not verified at the moment', invalid: 'is broken' } as const;

/** Answers whether the server is healthy. */
export async function answerHealth(turn: Turn): Promise<Draft> {
  const read = await turn.run('read_health');
  if (!read.ok) return refusedBy(read);
  const { blockchain_state, blockchain_length, total_participants, version, blockGeneration } = read.value;
  const generation =
    blockGeneration.percent === null ? '' : ` ${blockGeneration.percent}% of recent appends met their time objective.`;
  return {
    reply: `The server is up and running version ${version}. The chain has ${counted(blockchain_length, 'block')} and ${integrity[blockchain_state]}; there are ${counted(total_participants, 'participant')}.${generation}`,
    citations: [citeScreen('Dashboard', '/dashboard')],
    suggestions: ['Is the chain intact?'],
  };
}
