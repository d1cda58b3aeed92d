import type { Activity } from '#domains/trace/contract.ts';
import { assetCells, assetColumns } from '../assets/asset-table.ts';
import { blockLink, blockNumber, participantLink, spokenAction, spokenTime, table } from '../turn.ts';

export const activityTable = (activities: readonly Activity[], all: number) =>
  ({
    ...table(
      'Events',
      [...assetColumns, 'Action', 'Happened', 'Participant', 'Location', 'Block'],
      activities.map((event) => [
        ...(event.assetId === undefined ? [{ text: '' }, { text: '' }] : assetCells(event.assetId, event.assetName)),
        { text: spokenAction(event.action) },
        { text: spokenTime(event.timestamp) },
        { text: event.participantName, href: participantLink(event.participantName) },
        { text: event.location ?? 'Unknown' },
        { text: blockNumber(event.blockIndex), href: blockLink(event.blockIndex) },
      ]),
    ),
    more: Math.max(0, all - activities.length),
  }) as const;
