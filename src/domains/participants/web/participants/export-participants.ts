import type { Participant } from '#domains/participants/contract.ts';
import { saveAllPages } from '#platform/web/save-all-pages.ts';
import type { filterOf } from './participants-search.ts';
import { fetchParticipants } from './queries.ts';

const rowsMax = 10_000;
const pageLimit = 1000;

/** Saves all filtered participants as CSV. Beyond 10,000 rows, the file is truncated with a notice. */
export const exportParticipants = (filter: ReturnType<typeof filterOf>): Promise<void> =>
  saveAllPages({
    what: 'participants',
    rowsMax,
    read: async (page) => {
      const answer = await fetchParticipants({ ...filter, page, limit: pageLimit as 100 });
      return { rows: answer.participants, total: answer.total, hasNext: page < answer.totalPages };
    },
    header,
    rowOf,
    cutNote: '. Narrow the filters for the rest.',
  });

const header = [
  'Username',
  'Display name',
  'Role',
  'Status',
  'Events',
  'Joined',
  'Place',
  'Managed by',
  'Address',
  'Identifiers',
  'Unverified identifiers',
];

function rowOf(participant: Participant): (string | number)[] {
  const { username, displayName, role, status, eventCount, createdAt, place, managedBy, address, identifiers } =
    participant;
  return [
    username,
    displayName ?? '',
    role,
    status,
    eventCount,
    createdAt,
    place ?? '',
    managedBy ?? '',
    address,
    identifiers.join('; '),
    participant.unverifiedIdentifiers.join('; '),
  ];
}
