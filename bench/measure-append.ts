import { measurePlainInsert } from './plain-insert.ts';
import type { Row } from './report.ts';
import { rateOf, type Workspace } from './workspace.ts';

const SECONDS = 8;
const ROUNDS = 2;

/**
 * Measures appends and bare INSERTs on the same database, alternating, so that both run under the same conditions. The
 * best round of each counts.
 */
export async function measureAppend(
  place: Workspace,
  callers: number,
  bar: number,
): Promise<Row & { perSecond: number }> {
  const connections = Math.min(callers, 64);
  let plain = 0;
  let appends = 0;
  let by = '';
  for (let round = 0; round < ROUNDS; round++) {
    const insert = await measurePlainInsert(place.database.ownerConnection, connections, SECONDS);
    by = insert.by;
    plain = Math.max(plain, insert.perSecond);
    appends = Math.max(appends, await rateOf(place.append, callers, SECONDS));
  }
  return {
    what: `durable append, ${callers.toLocaleString('en-US')} ${callers === 1 ? 'caller' : 'callers'}`,
    measured: `${Math.round(appends).toLocaleString('en-US')}/s`,
    against: `bare INSERT by ${by}, ${connections} ${connections === 1 ? 'connection' : 'connections'}: ${Math.round(plain).toLocaleString('en-US')}/s`,
    ratio: appends / plain,
    bar,
    perSecond: appends,
  };
}

/** Returns the 99th percentile of the append latency at an even rate of `perSecond`, measured from each scheduled time. */
export async function measureLatency(place: Workspace, perSecond: number): Promise<Row> {
  const times: number[] = [];
  const waiting: Promise<void>[] = [];
  const begun = performance.now();
  const total = Math.floor(perSecond * SECONDS);
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * perSecond));
    for (; sent < due; sent++) {
      const dueAt = begun + (sent / perSecond) * 1000;
      waiting.push(place.append().then(() => void times.push(performance.now() - dueAt)));
    }
    // Yields, because the generator shares its thread with the sequencer.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(waiting);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    what: `p99 of an append at half that rate (${Math.round(perSecond).toLocaleString('en-US')}/s)`,
    measured: `${at(0.99).toFixed(1)} ms (p50 ${at(0.5).toFixed(1)} ms)`,
    against: '25 ms',
    ratio: at(0.99) / 25,
    bar: 1,
    lowerIsBetter: true,
  };
}
