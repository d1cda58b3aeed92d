import type { DemoEvent } from './journeys.ts';

const HOUR = 3_600_000;

/** A step of a shipment that has not arrived: its user, action, hours before the demo begins, place and addressee. */
type Step = readonly [user: string, action: string, hours: number, location: string, to?: string];

const shipments: readonly { readonly name: string; readonly steps: readonly Step[] }[] = [
  {
    name: 'Heat pump controller, 4 units',
    steps: [
      ['demo-maker', 'manufactured', 52, 'Trondheim, Norway'],
      ['demo-maker', 'shipped', 26, 'Trondheim, Norway', 'demo-shipper'],
    ],
  },
  {
    name: 'Heat pump controller, 6 units',
    steps: [
      ['demo-maker', 'manufactured', 140, 'Trondheim, Norway'],
      ['demo-maker', 'shipped', 118, 'Trondheim, Norway', 'demo-shipper'],
      ['demo-shipper', 'received', 61, 'Kolding depot'],
      ['demo-shipper', 'shipped', 30, 'Kolding depot', 'demo-retailer'],
    ],
  },
];

/** Returns shipments on their way to demo accounts, so that each of them finds one to confirm. */
export function planArrivals(now: number): DemoEvent[] {
  const year = new Date(now).getUTCFullYear();
  return shipments.flatMap(({ name, steps }, n) =>
    steps.map(([user, action, hours, location, to], nth): DemoEvent => {
      const assetId = `NLA-${year}-${String(n + 1).padStart(2, '0')}`;
      const described = nth === 0 ? { name, category: 'Electronics' } : {};
      const meta = { ...described, location, ...(to === undefined ? {} : { to }) };
      return { nth, user, action, assetId, happenedAt: now - hours * HOUR, meta };
    }),
  );
}
