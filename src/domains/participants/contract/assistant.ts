import { tool, type Vocabulary } from '#platform/contract/assistant-vocabulary.ts';
import { me } from './accounts.ts';
import { participantStats, participantsList, readParticipant } from './participants.ts';

/** Declares the participant tools of the assistant. */
export const tools = {
  list_participants: tool(participantsList, 'List participants', 'Lists participants by name or role.'),
  read_participant: tool(
    readParticipant,
    'Read a participant',
    'Reads one participant: role, place, number of events.',
  ),
  read_account: tool(me, 'Read your account', 'The signed-in account: its username, role and marks.'),
  participant_stats: tool(participantStats, 'Count participants', 'Counts active participants by role.'),
} as const;

/** The words with which questions refer to participants. */
export const vocabulary = [
  {
    noun: 'participant',
    synonyms: [
      'company',
      'partner',
      'member',
      'organisation',
      'organization',
      'firm',
      'party',
      'actor',
      'business',
      'user',
      'account',
      'hand',
    ],
    fields: {
      role: ['role', 'profession', 'line of business', 'line of work', 'function', 'for a living', 'job', 'trade'],
      joined: ['join date', 'registration date', 'date of joining', 'date of registration', 'member since'],
      display: ['display name', 'full name', 'real name', 'company name', 'official name', 'proper name', 'trade name'],
      username: ['username', 'user name', 'login name', 'login'],
      manager: ['manager', 'supervisor', 'administrator of the account'],
      address: ['address', 'wallet address', 'blockchain address'],
      identifiers: ['gln', 'identifier'],
      partners: ['counterparty', 'trading partner', 'business partner'],
    },
    values: {
      role: {
        manufacturer: ['manufacturer', 'maker', 'producer', 'fabricator', 'manufacturing company', 'producing company'],
        shipper: [
          'shipper',
          'carrier',
          'haulier',
          'hauler',
          'freight company',
          'haulage company',
          'haulage firm',
          'trucking company',
          'trucking firm',
          'freight forwarder',
          'courier',
          'transport company',
          'transport firm',
          'delivery company',
          'transporter',
          'forwarder',
          'shipping company',
          'logistics company',
        ],
        retailer: [
          'retailer',
          'shop',
          'store',
          'seller',
          'reseller',
          'vendor',
          'merchant',
          'dealer',
          'shopkeeper',
          'retail company',
          'retail store',
        ],
        other: ['auditor', 'inspector', 'role other'],
      },
      state: { active: ['active'], inactive: ['inactive', 'deactivated'] },
    },
  },
] as const satisfies Vocabulary;
