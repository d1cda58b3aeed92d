import { firstEventDay, lastEventDay, moreEventsIn, passedShare } from '../facts/facts-of-activity.ts';
import {
  countAssetsOf,
  countEvents,
  dayOf,
  lastDays,
  listEvents,
  mostEvents,
  newestEvents,
} from '../facts/facts-of-events.ts';
import { countryWithMostEvents } from '../facts/facts-of-readings.ts';
import { says } from '../facts/facts-of-the-guide.ts';
import { notAnswered, type Question } from '../question.ts';

const arrives = ({ action }: { readonly action: string }) => action === 'received' || action === 'delivered';

export const eventsAndPeriods: readonly Question[] = [
  { ask: 'how many asset events have been recorded so far', states: [countEvents()] },
  {
    ask: 'how many events happened in February 2026?',
    states: [countEvents({ from: '2026-02-01', to: '2026-02-28' })],
  },
  {
    ask: 'How many shipments were there in February?',
    states: [countEvents({ action: 'shipped', from: '2026-02-01', to: '2026-02-28' })],
  },
  {
    ask: 'How many quality checks were done between 1 and 15 February?',
    states: [countEvents({ action: 'quality_check', from: '2026-02-01', to: '2026-02-15' })],
  },
  {
    ask: 'how many things were manufactured from 10 to 20 january',
    states: [countEvents({ action: 'manufactured', from: '2026-01-10', to: '2026-01-20' })],
  },
  { ask: 'How many events happened yesterday?', states: [countEvents({ from: '2026-03-03', to: '2026-03-03' })] },
  { ask: 'how many events in the last 7 days', states: [lastDays(7, (period) => countEvents(period))] },
  {
    ask: 'shipments in the past 30 days?',
    states: [lastDays(30, (period) => countEvents({ ...period, action: 'shipped' }))],
  },
  {
    ask: 'how many receipts so far this month?',
    states: [countEvents({ action: 'received', from: '2026-03-01', to: '2026-03-31' })],
  },
  {
    ask: 'How many events did blue-strait record in February?',
    states: [countEvents({ by: 'blue-strait', from: '2026-02-01', to: '2026-02-28' })],
  },
  {
    ask: 'number of shipments by alpenrail in january',
    states: [countEvents({ by: 'alpenrail', action: 'shipped', from: '2026-01-01', to: '2026-01-31' })],
  },
  {
    ask: 'How many times did apotek-nord return something?',
    states: [countEvents({ by: 'apotek-nord', action: 'returned' })],
  },
  {
    ask: 'how many times was something returned in february',
    states: [countEvents({ action: 'returned', from: '2026-02-01', to: '2026-02-28' })],
  },
  {
    ask: 'How many quality checks has Kivu Coffee Cooperative done?',
    states: [countEvents({ by: 'kivu-coffee', action: 'quality_check' })],
  },
  { ask: 'how many events took place in Basel?', states: [countEvents({ place: 'Basel' })] },
  { ask: 'how many deliveries to Oslo', states: [countEvents({ action: 'delivered', place: 'Oslo' })] },
  {
    ask: 'how many quality checks found damaged packaging?',
    states: [countEvents({ action: 'quality_check', where: ({ meta }) => meta['result'] === 'packaging damaged' })],
  },
  {
    ask: 'how many deliveries had a broken seal',
    states: [countEvents({ where: ({ meta }) => meta['condition'] === 'seal broken' })],
  },
  {
    ask: 'how many events out of order?',
    states: [countEvents({ where: ({ anomalies }) => anomalies.includes('out of order') })],
  },
  { ask: 'show the anomalies', states: [listEvents({ where: ({ anomalies }) => anomalies.length > 0 })] },
  { ask: 'which events look suspicious?', states: [listEvents({ where: ({ anomalies }) => anomalies.length > 0 })] },
  { ask: 'Which events happened on 2 March?', states: [listEvents({ from: '2026-03-02', to: '2026-03-02' })] },
  { ask: 'what happened yesterday?', states: [listEvents({ from: '2026-03-03', to: '2026-03-03' })] },
  { ask: 'list the returns', states: [listEvents({ action: 'returned' })] },
  { ask: 'returns in january', states: [listEvents({ action: 'returned', from: '2026-01-01', to: '2026-01-31' })] },
  {
    ask: 'What did coldchain-one do between 1 and 3 March?',
    states: [listEvents({ by: 'coldchain-one', from: '2026-03-01', to: '2026-03-03' })],
  },
  {
    ask: 'what was recorded on 1 March 2026?',
    states: [listEvents({ from: '2026-03-01', to: '2026-03-01', clock: 'recorded' })],
  },
  {
    ask: 'How many events were recorded on 28 February?',
    states: [countEvents({ from: '2026-02-28', to: '2026-02-28', clock: 'recorded' })],
  },
  { ask: 'last 4 things demo-shipper did', states: [newestEvents(4, { by: 'demo-shipper' })] },
  { ask: 'On which day did most events happen?', states: [mostEvents('day')] },
  { ask: 'Who recorded the most events?', states: [mostEvents('participant')] },
  { ask: 'which participant ships most?', states: [mostEvents('participant', { action: 'shipped' })] },
  { ask: 'what is the most common kind of event', states: [mostEvents('action')] },
  { ask: 'Where do most deliveries arrive?', states: [mostEvents('location', { action: 'delivered' })] },
  {
    ask: 'were there more events in january or in february?',
    states: [
      moreEventsIn(
        { from: '2026-02-01', to: '2026-02-28' },
        { from: '2026-01-01', to: '2026-01-31' },
        ['February', 'Feb'],
        ['January', 'Jan'],
      ),
    ],
  },
  {
    ask: 'Who shipped more, alpenrail or blue-strait?',
    states: [
      mostEvents('participant', {
        action: 'shipped',
        where: ({ participant }) => participant === 'alpenrail' || participant === 'blue-strait',
      }),
    ],
  },
  { ask: 'When was the first event recorded about any asset, on which day?', states: [firstEventDay] },
  { ask: 'date of the most recent return', states: [lastEventDay('returned')] },
  {
    ask: 'how many different assets were delivered in february?',
    states: [countAssetsOf({ action: 'delivered', from: '2026-02-01', to: '2026-02-28' })],
  },
  { ask: 'what share of quality checks passed', states: [passedShare] },
  {
    ask: 'how many checks were there in february',
    states: [countEvents({ action: 'quality_check', from: '2026-02-01', to: '2026-02-28' })],
  },
  { ask: 'in which country were most assets received', states: [countryWithMostEvents({ action: 'received' })] },
  // Fewest of what is not said: a participant, a place, or a day.
  { ask: 'fewest assets received', outcome: notAnswered },
  {
    ask: 'when was batch HLX-B02 made',
    states: [dayOf('HLX-2026-008', 'manufactured'), dayOf('HLX-2026-007', 'manufactured')],
  },
  { ask: 'why were assets returned', states: [says('damaged in transit', 'recall', 'wrong item')] },
  { ask: 'which weekday is busiest', outcome: notAnswered },
  {
    ask: 'did more arrive in Bergen or in Oslo',
    states: [
      moreEventsIn({ place: 'Bergen', where: arrives }, { place: 'Oslo', where: arrives }, ['Bergen'], ['Oslo']),
    ],
  },
];
