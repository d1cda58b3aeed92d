import { lastEventDay } from '../facts/facts-of-activity.ts';
import {
  countAssetsOf,
  countEvents,
  lastWeek,
  listEvents,
  mostEvents,
  newestEvents,
  noEvents,
} from '../facts/facts-of-events.ts';
import type { Question } from '../question.ts';

export const eventsAndPeriods: readonly Question[] = [
  { ask: 'How many events are there in total?', states: [countEvents()] },
  { ask: 'events in january, how many', states: [countEvents({ from: '2026-01-01', to: '2026-01-31' })] },
  {
    ask: 'number of deliveries in january 2026',
    states: [countEvents({ action: 'delivered', from: '2026-01-01', to: '2026-01-31' })],
  },
  { ask: 'did anything happen today?', states: [noEvents({ from: '2026-03-04', to: '2026-03-04' })] },
  {
    ask: 'How many deliveries were there last week?',
    states: [lastWeek((period) => countEvents({ ...period, action: 'delivered' }))],
  },
  { ask: 'how many events last month', states: [countEvents({ from: '2026-02-01', to: '2026-02-28' })] },
  { ask: 'how many returns in total?', states: [countEvents({ action: 'returned' })] },
  {
    ask: 'How many deliveries arrived in Bergen in February?',
    states: [countEvents({ action: 'delivered', place: 'Bergen', from: '2026-02-01', to: '2026-02-28' })],
  },
  {
    ask: 'How many events have an anomaly?',
    states: [countEvents({ where: ({ anomalies }) => anomalies.length > 0 })],
  },
  {
    ask: 'shipments by coldchain-one in march',
    states: [listEvents({ by: 'coldchain-one', action: 'shipped', from: '2026-03-01', to: '2026-03-31' })],
  },
  {
    ask: 'deliveries on the 27th of february',
    states: [listEvents({ action: 'delivered', from: '2026-02-27', to: '2026-02-27' })],
  },
  { ask: 'show the last 5 events', states: [newestEvents(5)] },
  { ask: 'what are the three latest shipments?', states: [newestEvents(3, { action: 'shipped' })] },
  { ask: 'busiest day in january', states: [mostEvents('day', { from: '2026-01-01', to: '2026-01-31' })] },
  {
    ask: 'which shipper delivered most',
    states: [
      mostEvents('participant', { action: 'delivered', where: ({ participantRole }) => participantRole === 'shipper' }),
    ],
  },
  { ask: 'Which retailer returned the most?', states: [mostEvents('participant', { action: 'returned' })] },
  { ask: 'who does the most quality checks?', states: [mostEvents('participant', { action: 'quality_check' })] },
  { ask: 'which action is the rarest?', states: [mostEvents('action', {}, 'fewest')] },
  { ask: 'when was the last delivery?', states: [lastEventDay('delivered')] },
  { ask: 'How many assets has blue-strait handled in all?', states: [countAssetsOf({ by: 'blue-strait' })] },
];
