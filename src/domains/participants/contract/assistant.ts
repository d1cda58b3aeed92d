import { tool, type Vocabulary } from '#platform/contract/assistant-vocabulary.ts';
import { participantStats, participantsList, readParticipant } from './participants.ts';

/** What the assistant may read of participants. */
export const tools = {
  list_participants: tool(participantsList, 'List participants', 'Participants, by name or role.'),
  read_participant: tool(readParticipant, 'Read a participant', 'One participant: role, place, number of events.'),
  participant_stats: tool(
    participantStats,
    'Count participants',
    'How many active participants there are of each role.',
  ),
} as const;

/** What people call participants. */
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
      'registered',
      'party',
      'actor',
      'business',
    ],
    fields: { role: ['role', 'roles', 'each role', 'by role', 'per role'] },
  },
] as const satisfies Vocabulary;
