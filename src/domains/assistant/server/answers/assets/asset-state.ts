import { conditionsOf, type Query, valueIn } from '#domains/assistant/contract.ts';
import type { Asset, HistoryEvent } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { fitting, historyTable, type ReadAsset, spokenEvent } from '../events/event-words.ts';
import { citeBlock, citeParticipant, type Draft, listed, spokenTime, type Turn } from '../turn.ts';

/** An event by an account that neither had the asset nor was its addressee changes neither holder nor place. */
const strangersNote = (last: HistoryEvent | undefined) =>
  last?.anomalies.includes('not in custody')
    ? ' It is marked not in custody, so it changed neither holder nor place.'
    : '';

/** Names the last event of a history, which decides about status and place although another one may have happened later. */
function lastEvent(history: readonly HistoryEvent[], last: HistoryEvent): string {
  const isLatest = history.every(({ timestamp }) => Date.parse(timestamp) <= Date.parse(last.timestamp));
  return `Last ${isLatest ? '' : 'recorded '}event: ${spokenEvent(last)}.`;
}

/** Answers where an asset is, who has it, or what it is. */
export function sayState(query: Query, { asset, history, what }: ReadAsset, field: string | undefined): Draft {
  const last = history.at(-1);
  const since = last === undefined ? '' : ` ${lastEvent(history, last)}`;
  const cited = last === undefined ? [] : [citeBlock(last.blockIndex)];
  const context = last === undefined ? {} : { block: last.blockIndex };
  const place = asset.currentLocation === undefined ? 'has no recorded location' : `is at ${asset.currentLocation}`;
  const at = (reply: string, more: Partial<Draft> = {}): Draft => ({ reply, citations: cited, context, ...more });
  switch (field) {
    case 'location':
      return at(`${what} ${place}. Its status is ${asset.currentStatus}.${since}`);
    case 'holder':
      return asset.custodian === undefined
        ? at(`No custodian is recorded for ${what}.${since}`)
        : at(`${asset.custodian} has ${what}.${since}${strangersNote(last)}`, {
            citations: [...cited, citeParticipant(asset.custodian)],
          });
    case 'status':
      return at(`The status of ${what} is ${asset.currentStatus}. The asset ${place}.${since}`);
    case 'category':
      return at(
        asset.category === undefined
          ? `No category is recorded for ${what}.`
          : `The category of ${what} is ${asset.category}.`,
      );
    case 'batch':
      return at(
        asset.batch === undefined ? `No batch is recorded for ${what}.` : `${what} is in batch ${asset.batch}.`,
      );
    case 'name':
      return at(`The name of ${asset.assetId} is ${asset.name}.`);
    case 'anomalous':
      return at(sayAnomalies(what, asset, history), { blocks: [historyTable(asset, history)] });
    case 'events':
    case 'history':
      return at(
        `${what} has ${counted(asset.eventCount, 'event')}${history[0] === undefined ? '' : `, from ${spokenTime(history[0].timestamp)}`}.${since}`,
        {
          blocks: [historyTable(asset, query.order === 'newest' ? history.toReversed() : history)],
        },
      );
    default: {
      const kind = [asset.category, asset.batch === undefined ? undefined : `batch ${asset.batch}`]
        .filter(Boolean)
        .join(', ');
      return at(
        `${what}${kind === '' ? '' : `, ${kind},`} is ${asset.currentStatus} and ${place}${asset.custodian === undefined ? '' : `, with ${asset.custodian}`}.${since}`,
      );
    }
  }
}

function sayAnomalies(what: string, asset: Asset, history: readonly HistoryEvent[]): string {
  const odd = history.filter(({ anomalies }) => anomalies.length > 0);
  if (asset.anomalyCount === 0) return `No event of ${what} is marked as an anomaly.`;
  return `${counted(asset.anomalyCount, 'event')} of ${what} ${asset.anomalyCount === 1 ? 'is' : 'are'} marked as an anomaly: ${odd.map((event) => `${spokenEvent(event)} (${event.anomalies.join(', ')})`).join('; ')}.`;
}

/** Answers whether it has a status. */
export function sayWhetherStatus(
  { asset, history, what }: ReadAsset,
  status: { value: string; not?: boolean | undefined },
): Draft {
  const is = asset.currentStatus === status.value;
  const last = history.at(-1);
  return {
    reply: `${is !== (status.not === true) ? 'Yes' : 'No'}, the status of ${what} is ${asset.currentStatus}.${last === undefined ? '' : ` ${lastEvent(history, last)}`}`,
    citations: last === undefined ? [] : [citeBlock(last.blockIndex)],
  };
}

/** Answers yes or no about where it is, who has it, and what it is. */
export function sayWhether({ query, username }: Turn, read: ReadAsset): Draft {
  const { asset, what } = read;
  const checks: { ok: boolean; fact: string }[] = [];
  const negated = (kind: 'place' | 'participant' | 'mine') => conditionsOf(query, kind).some(({ not }) => not === true);
  const place = valueIn(query, 'place');
  if (place !== undefined)
    checks.push({
      ok: includes(asset.currentLocation, place) !== negated('place'),
      fact: asset.currentLocation === undefined ? 'has no recorded location' : `is at ${asset.currentLocation}`,
    });
  const holder =
    valueIn(query, 'participant') ?? (query.where.some(({ kind }) => kind === 'mine') ? username : undefined);
  if (holder !== undefined)
    checks.push({
      ok: (asset.custodian === holder) !== (negated('participant') || negated('mine')),
      fact: asset.custodian === undefined ? 'has no recorded custodian' : `is with ${asset.custodian}`,
    });
  const category = valueIn(query, 'category');
  if (category !== undefined)
    checks.push({ ok: asset.category === category, fact: `is in the category ${asset.category ?? 'unknown'}` });
  const batch = valueIn(query, 'batch');
  if (batch !== undefined)
    checks.push({
      ok: asset.batch?.toUpperCase() === batch.toUpperCase(),
      fact: `is in batch ${asset.batch ?? 'unknown'}`,
    });
  if (checks.length === 0) return { ...sayState(query, read, undefined), outcome: 'clarify' };
  return {
    reply: `${checks.every(({ ok }) => ok) ? 'Yes' : 'No'}, ${what} ${listed(checks.map(({ fact }) => fact))}.`,
  };
}

const includes = (text: string | undefined, part: string) => text !== undefined && fitting(text, part);
