import type { AddEventRequest } from '#domains/trace/contract.ts';

/** The actions of each asset, in order. */
const JOURNEY = ['manufactured', 'shipped', 'received', 'quality_check', 'shipped', 'delivered'] as const;
/** The number of assets in transit concurrently. */
const ABREAST = 5000;
const PLACES = ['Bergen', 'Antwerp', 'Valencia', 'Kolding', 'Duisburg', 'Gisenyi', 'Basel', 'Delft', 'Murano', 'Oslo'];
const CATEGORIES = ['Electronics', 'IoT', 'Food', 'Pharma', 'Luxury'];

/**
 * Generated events of a busy ledger. Five thousand assets are in transit at a time. Each completes its journey, and a new
 * one starts when one ends, so one event in six creates an asset.
 */
export function createEventSource(run: string) {
  const underWay: { number: number; stage: number }[] = [];
  let assets = 0;
  let events = 0;
  const take = () => {
    const turn = events++;
    const asset = assets < ABREAST || turn % JOURNEY.length === 0 ? undefined : underWay.shift();
    return asset ?? { number: assets++, stage: 0 };
  };
  return {
    next(user: string): AddEventRequest {
      const { number, stage } = take();
      if (stage + 1 < JOURNEY.length) underWay.push({ number, stage: stage + 1 });
      const place = PLACES[(number + stage) % PLACES.length] ?? '';
      return {
        user,
        action: JOURNEY[stage] ?? 'manufactured',
        asset_id: `${run}-${String(number).padStart(8, '0')}`,
        meta: {
          location: `${place} dock ${number % 40}`,
          ...(stage === 0
            ? {
                name: `Container ${number} of ${place}`,
                category: CATEGORIES[number % 5] ?? 'Food',
                batch: `B${number % 500}`,
              }
            : { carrier: `carrier ${number % 100}`, seal: `S${events}`, temperature_celsius: (events % 80) / 10 }),
        },
      };
    },
  };
}
