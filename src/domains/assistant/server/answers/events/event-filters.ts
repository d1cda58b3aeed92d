import { type Condition, conditionsOf, type Query } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import type { ToolArguments, ToolResult } from '../../tools/run-tool.ts';
import { type Draft, spokenAction, spokenPeriod } from '../turn.ts';

export type Summary = Extract<ToolResult<'summarize_events'>, { ok: true }>['value'];

/** Returns the arguments of the summary of events for the conditions of a query. */
export function eventFilters(query: Query, username: string | undefined): ToolArguments {
  const one = (kind: Condition['kind']) => conditionsOf(query, kind)[0];
  const period = one('period');
  const who =
    conditionsOf(query, 'participant').find(({ as }) => as !== 'addressee')?.value ??
    (one('mine') === undefined || one('mine')?.as === 'addressee' ? undefined : username);
  const fields = {
    action: one('action')?.value,
    participantId: who,
    location: one('place')?.value,
    category: one('category')?.value,
    batch: one('batch')?.value,
    assetId: one('asset')?.value,
    addressee: addresseeOf(query, username),
    stating: one('stating')?.value,
    anomalous: one('anomalous') === undefined ? undefined : true,
    from: period?.from,
    to: period?.to,
    clock: period?.clock,
  };
  return Object.fromEntries(
    Object.entries(bounded(fields)).filter(([, value]) => value !== undefined),
  ) as ToolArguments;
}

function addresseeOf(query: Query, username: string | undefined): string | undefined {
  const found = query.where.find(({ kind, as }) => (kind === 'participant' || kind === 'mine') && as === 'addressee');
  return found?.kind === 'mine' ? username : found?.value;
}

const DAY = 86_400_000;

/** A period has at most 366 days. An open beginning means the last year up to its end. */
function bounded<T extends { from?: string | undefined; to?: string | undefined }>(fields: T): T {
  if (fields.from === undefined || fields.to === undefined) return fields;
  const first = new Date(Date.parse(fields.to) - 365 * DAY).toISOString().slice(0, 10);
  return fields.from < first ? { ...fields, from: first } : fields;
}

/** Phrases the conditions of a query about events, as "12 shipped events by alpenrail at Oslo". */
export function spokenEvents(
  query: Query,
  username: string | undefined,
): { all: string; counted(count: number): string } {
  const actions = conditionsOf(query, 'action').map(({ value }) => spokenAction(value));
  const action = actions.length === 0 ? '' : `${actions.join(' or ')} `;
  const odd = conditionsOf(query, 'anomalous').length > 0 ? 'anomalous ' : '';
  const rest = query.where
    .map(({ kind, value, as }) => {
      if (kind === 'participant' || kind === 'mine')
        return ` ${as === 'addressee' ? 'to' : 'by'} ${kind === 'mine' ? username : value}`;
      if (kind === 'place') return ` ${as === 'from' ? 'from' : as === 'to' ? 'to' : 'at'} ${value}`;
      if (kind === 'category') return ` on ${value} assets`;
      if (kind === 'batch') return ` of batch ${value}`;
      if (kind === 'stating') return ` stating “${value}”`;
      if (kind === 'asset') return ` of ${value}`;
      return '';
    })
    .join('');
  const tail = `${rest}${spokenClock(query)}${spokenPeriod(query)}`;
  return {
    all: `${odd}${action}events${tail}`,
    counted: (count) => `${counted(count, `${odd}${action}event`)}${tail}`,
  };
}

/** Says which of its two times puts an event into a period. */
function spokenClock(query: Query): string {
  const [period] = conditionsOf(query, 'period');
  if (period === undefined) return '';
  return period.clock === 'recorded' ? ' recorded' : ' that happened';
}

/** An event states one place, the departure or the arrival. It does not state the other end. */
export function misplaced(query: Query): Draft | undefined {
  const actions = conditionsOf(query, 'action').map(({ value }) => value);
  const leaves = actions.some((action) => action === 'shipped' || action === 'manufactured');
  const arrives = actions.some((action) => action === 'received' || action === 'delivered');
  const places = conditionsOf(query, 'place').map(({ as }) => as);
  const sources = query.where.some(({ kind, as }) => (kind === 'participant' || kind === 'mine') && as === 'source');
  const isTo = query.where.some(({ kind, as }) => (kind === 'participant' || kind === 'mine') && as === 'addressee');
  if (isTo && actions.length > 0 && !actions.includes('shipped') && !actions.includes('returned'))
    return {
      reply:
        'Only shipments and returns name whom they are for. Ask what was shipped to a participant, or what it received.',
      outcome: 'clarify',
    };
  if (leaves && places.includes('to'))
    return {
      reply:
        'A shipment states the place that it left, not where it goes. Ask what was delivered or received there, or which assets are addressed to a participant.',
      outcome: 'clarify',
    };
  if (arrives && (places.includes('from') || sources))
    return {
      reply:
        'A receipt or delivery states where goods arrived, not where they came from. Ask what was shipped from there.',
      outcome: 'clarify',
    };
  return undefined;
}
