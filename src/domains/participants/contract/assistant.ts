import { tool, type Vocabulary } from '#platform/contract/assistant-vocabulary.ts';
import { participantStats, participantsList, readParticipant } from './participants.ts';

/** Declares the participant tools of the assistant. */
export const tools = {
  list_participants: tool(participantsList, 'List participants', 'Lists participants by name or role.'),
  read_participant: tool(
    readParticipant,
    'Read a participant',
    'Reads one participant: role, place, number of events.',
  ),
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
      'registered',
      'party',
      'actor',
      'business',
    ],
    fields: { role: ['role', 'roles', 'each role', 'by role', 'per role'] },
  },
] as const satisfies Vocabulary;
