import type { Activity } from '#domains/trace/contract.ts';
import { assetLink, blockLink, blockNumber, participantLink, spokenAction, spokenTime, table } from '../turn.ts';

export const activityTable = (activities: readonly Activity[], all: number) =>
  ({
    ...table(
      'Events',
      ['Block', 'When', 'Action', 'Asset', 'Participant', 'Location'],
      activities.map((event) => [
        { text: blockNumber(event.blockIndex), href: blockLink(event.blockIndex) },
        { text: spokenTime(event.timestamp) },
        { text: spokenAction(event.action) },
        event.assetId === undefined ? { text: '' } : { text: event.assetId, href: assetLink(event.assetId) },
        { text: event.participantName, href: participantLink(event.participantName) },
        { text: event.location ?? 'Unknown' },
      ]),
    ),
    more: Math.max(0, all - activities.length),
  }) as const;
