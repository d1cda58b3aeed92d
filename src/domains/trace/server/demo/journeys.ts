import { hash } from 'node:crypto';
import { seededRandom } from '#platform/server/seeded-random.ts';
import type { ProductLine } from './product-lines.ts';

/** One sample event. */
export type DemoEvent = {
  /** Its position in the journey of its asset, which with the asset id makes a permanent name. */
  readonly nth: number;
  readonly user: string;
  readonly action: string;
  readonly assetId: string;
  readonly happenedAt: number;
  readonly meta: Record<string, string | number | string[]>;
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEKS = 9;
/** Selects one of the possible sets of sample data. */
const SEED_OFFSET = 0;

/**
 * Returns the journeys of all assets over the weeks before `now`. Deterministic: each journey depends only on `now`
 * and its asset id, so a new product line leaves the others unchanged.
 */
export const planJourneys = (lines: readonly ProductLine[], now: number): DemoEvent[] =>
  lines.flatMap((line) => Array.from({ length: line.count }, (_, n) => planJourney(line, n, now)).flat());

function planJourney(line: ProductLine, n: number, now: number): DemoEvent[] {
  const assetId = `${line.prefix}-${new Date(now).getUTCFullYear()}-${String(n + 1).padStart(3, '0')}`;
  const random = seededRandom(hash('sha256', assetId, 'buffer').readInt32BE(SEED_OFFSET)).next;
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const shipper = pick(line.shippers);
  const hub = pick(line.hubs);
  const retailer = pick(line.retailers);
  const destination = pick(line.destinations);
  let at = now - WEEKS * 7 * DAY * (0.05 + 0.95 * random());
  const events: DemoEvent[] = [];
  const add = (
    user: string,
    action: string,
    location: string,
    meta: Record<string, string | number>,
    hours: number,
  ) => {
    at += hours * HOUR * (0.5 + random());
    if (at < now - HOUR)
      events.push({ nth: events.length, user, action, assetId, happenedAt: at, meta: { location, ...meta } });
  };

  const batch = `${line.prefix}-B${String(Math.floor(n / 6) + 1).padStart(2, '0')}`;
  add(line.maker, 'manufactured', line.origin, { name: pick(line.names), category: line.category, batch }, 0.1);
  if (random() < 0.6)
    add(
      line.maker,
      'quality_check',
      line.origin,
      { result: 'passed', inspector: pick(['A. Lind', 'M. Okafor', 'S. Ruiz']) },
      8,
    );
  add(line.maker, 'shipped', line.origin, { ...line.conditions(random), to: shipper }, 30);
  // A few parcels are scanned at the hub only after they were received: marked, not refused.
  add(shipper, 'received', hub, line.conditions(random), 60);
  if (random() < 0.35)
    add(shipper, 'quality_check', hub, { result: random() < 0.9 ? 'passed' : 'packaging damaged' }, 6);
  add(shipper, 'shipped', hub, { ...line.conditions(random), to: retailer }, 24);
  add(random() < 0.5 ? shipper : retailer, 'delivered', destination, { dock: pick(['A1', 'A2', 'B4', 'C7']) }, 70);
  add(retailer, 'received', destination, { condition: random() < 0.92 ? 'intact' : 'seal broken' }, 5);
  if (random() < 0.08)
    add(retailer, 'returned', destination, { reason: pick(['wrong item', 'damaged in transit', 'recall']) }, 90);
  return random() < 0.04 ? swapOrder(events) : events;
}

/** Swaps a shipment and its receipt, like a missed scan: an anomaly for the dashboard. */
function swapOrder(events: readonly DemoEvent[]): DemoEvent[] {
  const shipped = events.findIndex((event) => event.action === 'shipped');
  const received = events[shipped + 1];
  const first = events[shipped];
  if (first === undefined || received === undefined) return [...events];
  return events
    .with(shipped, { ...received, happenedAt: first.happenedAt })
    .with(shipped + 1, { ...first, happenedAt: received.happenedAt });
}
