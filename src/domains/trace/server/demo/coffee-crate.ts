import { demoCrateId } from '../../contract/demo-crate.ts';
import type { DemoEvent } from './journeys.ts';

const DAY = 24 * 3_600_000;
const batch = 'KVC-B06';
const container = 'BSTU4071823';

type Step = Omit<DemoEvent, 'nth' | 'assetId' | 'happenedAt'> & { readonly daysBefore: number };

/** By road to Mombasa, then by ship through Suez, as coffee from Rwanda travels: about five weeks. */
const steps: readonly Step[] = [
  {
    user: 'kivu-coffee',
    action: 'manufactured',
    daysBefore: 46.3,
    meta: { location: 'Gisenyi, Rwanda', name: 'Washed Bourbon, crate of 60 kg', category: 'Food', batch },
  },
  {
    user: 'kivu-coffee',
    action: 'shipped',
    daysBefore: 43.1,
    meta: { location: 'Kigali roastery, Rwanda', moisture_percent: 11.2, to: 'blue-strait' },
  },
  {
    user: 'blue-strait',
    action: 'received',
    daysBefore: 38.6,
    meta: { location: 'Port of Mombasa', moisture_percent: 11.3, container },
  },
  {
    user: 'blue-strait',
    action: 'shipped',
    daysBefore: 13.4,
    meta: { location: 'Port of Antwerp', moisture_percent: 11.3, container, to: 'demo-retailer' },
  },
  {
    user: 'blue-strait',
    action: 'delivered',
    daysBefore: 9.5,
    meta: { location: 'Bergen, Norway', dock: 'B2' },
  },
  {
    user: 'demo-retailer',
    action: 'received',
    daysBefore: 9.3,
    meta: { location: 'Bergen, Norway', condition: 'intact' },
  },
];

/** Returns the journey of one crate of coffee from Rwanda to Bergen, which the landing page shows. */
export const planCrate = (now: number): DemoEvent[] =>
  steps.map(({ daysBefore, ...step }, nth) => ({
    ...step,
    nth,
    assetId: demoCrateId,
    happenedAt: now - daysBefore * DAY,
  }));
