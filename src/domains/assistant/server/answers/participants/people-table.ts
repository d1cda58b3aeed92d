import type { Participant } from '#domains/participants/contract.ts';
import { participantLink, spokenTime, table } from '../turn.ts';

export const peopleTable = (people: readonly Participant[], all = people.length) => ({
  ...table(
    'Participants',
    ['Name', 'Participant', 'Role', 'Status', 'Events', 'Joined'],
    people.map(({ username, displayName, role, status, eventCount, createdAt }) => [
      { text: displayName || username, href: participantLink(username) },
      { text: username },
      { text: role },
      { text: status },
      { text: String(eventCount) },
      { text: spokenTime(createdAt) },
    ]),
  ),
  more: Math.max(0, all - people.length),
});
