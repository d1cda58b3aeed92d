import type { Activity } from '#domains/trace/contract.ts';
import { assetCells, assetColumns } from '../assets/asset-table.ts';
import { blockLink, blockNumber, participantLink, spokenAction, spokenTime, table } from '../turn.ts';

export const activityTable = (activities: readonly Activity[], all: number) =>
  ({
    ...table(
      'Events',
      ['Block', 'Happened', 'Action', ...assetColumns, 'Participant', 'Location'],
      activities.map((event) => [
        { text: blockNumber(event.blockIndex), href: blockLink(event.blockIndex) },
        { text: spokenTime(event.timestamp) },
        { text: spokenAction(event.action) },
        ...(event.assetId === undefined ? [{ text: '' }, { text: '' }] : assetCells(event.assetId, event.assetName)),
        { text: event.participantName, href: participantLink(event.participantName) },
        { text: event.location ?? 'Unknown' },
      ]),
    ),
    more: Math.max(0, all - activities.length),
  }) as const;
