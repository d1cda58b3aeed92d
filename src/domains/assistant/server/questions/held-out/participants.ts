import { newestParticipant, placesOf } from '../facts/facts-of-activity.ts';
import { mostEvents } from '../facts/facts-of-events.ts';
import {
  activeOf,
  busiest,
  displayNameOf,
  eventsBy,
  joinedOn,
  listParticipants,
  mainPartnerOf,
  managerOf,
  noParticipants,
  ofRole,
  roleOf,
} from '../facts/facts-of-participants.ts';
import type { Question } from '../question.ts';

export const participants: readonly Question[] = [
  { ask: 'number of manufacturers', states: [activeOf('manufacturers')] },
  { ask: 'Who are the manufacturers on this ledger?', states: [listParticipants(ofRole('manufacturer'))] },
  { ask: 'show me all participants', states: [listParticipants()] },
  {
    ask: 'which participants does demo-maker manage?',
    states: [listParticipants(({ managedBy }) => managedBy === 'demo-maker')],
  },
  { ask: 'what is atelier-lumen', states: [roleOf('atelier-lumen')] },
  { ask: 'Who is coldchain-one?', states: [displayNameOf('coldchain-one'), roleOf('coldchain-one')] },
  { ask: 'How many events has polder-sensors recorded?', states: [eventsBy('polder-sensors')] },
  { ask: 'how active is apotek nord, in number of events', states: [eventsBy('apotek-nord')] },
  { ask: 'how many events did demo-maker record', states: [eventsBy('demo-maker')] },
  { ask: 'registration date of demo-shipper', states: [joinedOn('demo-shipper')] },
  { ask: 'who manages mercado-sur', states: [managerOf('mercado-sur')] },
  { ask: 'which retailer is least active?', states: [busiest(ofRole('retailer'), 'fewest')] },
  { ask: 'with whom does atelier-lumen work most often', states: [mainPartnerOf('atelier-lumen')] },
  { ask: 'Is there an inactive participant?', states: [noParticipants(({ status }) => status === 'inactive')] },
  { ask: 'who registered last?', states: [newestParticipant] },
  { ask: 'What did alpenrail do most often?', states: [mostEvents('action', { by: 'alpenrail' })] },
  {
    ask: 'from where does helix-biologics ship?',
    states: [placesOf('helix-biologics', 'shipped')],
    part: 'everything',
  },
  {
    ask: 'which places does mercado-sur receive goods at',
    states: [placesOf('mercado-sur', 'received')],
    part: 'everything',
  },
];
