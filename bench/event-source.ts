import type { AddEventRequest } from '#domains/trace/contract.ts';

/** What happens to each asset, one after the other. */
const JOURNEY = ['manufactured', 'shipped', 'received', 'quality_check', 'shipped', 'delivered'] as const;
/** Assets under way side by side. */
const ABREAST = 5000;
const PLACES = ['Bergen', 'Antwerp', 'Valencia', 'Kolding', 'Duisburg', 'Gisenyi', 'Basel', 'Delft', 'Murano', 'Oslo'];
const CATEGORIES = ['Electronics', 'IoT', 'Food', 'Pharma', 'Luxury'];

/** Made-up events of a busy ledger: five thousand assets under way at a time, each through its journey and then the next. */
export function createEventSource(run: string) {
  let events = 0;
  return {
    next(user: string): AddEventRequest {
      const n = events++;
      const lane = n % ABREAST;
      const round = Math.floor(n / ABREAST);
      const number = lane + ABREAST * Math.floor(round / JOURNEY.length);
      const action = JOURNEY[round % JOURNEY.length] ?? 'manufactured';
      const place = PLACES[(number + round) % PLACES.length] ?? '';
      return {
        user,
        action,
        asset_id: `${run}-${String(number).padStart(8, '0')}`,
        meta: {
          location: `${place} dock ${number % 40}`,
          ...(action === 'manufactured'
            ? {
                name: `Container ${number} of ${place}`,
                category: CATEGORIES[number % 5] ?? 'Food',
                batch: `B${number % 500}`,
              }
            : { carrier: `carrier ${number % 100}`, seal: `S${n}`, temperature_celsius: (n % 80) / 10 }),
        },
      };
    },
  };
}
