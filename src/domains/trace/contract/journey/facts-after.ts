import type { AssetStatus } from '../assets.ts';
import type { AssetState, JourneyEvent } from './asset-state.ts';

/** Returns the date of creation after an event: that of the earliest manufacture, in any order of recording. */
export function creationAfter(state: AssetState | undefined, event: JourneyEvent) {
  const states = event.action === 'manufactured';
  if (state === undefined) return { createdAt: event.happenedAt, manufactured: states };
  const { createdAt, manufactured } = state;
  if (!states) return { createdAt, manufactured };
  return { createdAt: manufactured ? Math.min(createdAt, event.happenedAt) : event.happenedAt, manufactured: true };
}

/** Returns the status after an event. Actions without a meaning of their own leave it unchanged. */
export function statusAfter(status: AssetStatus, event: Pick<JourneyEvent, 'action' | 'role'>): AssetStatus {
  switch (event.action) {
    case 'manufactured':
      return 'manufactured';
    case 'shipped':
      return 'shipped';
    case 'received':
      return event.role === 'shipper' ? 'in transit' : 'delivered';
    case 'delivered':
      return 'delivered';
    case 'returned':
      return 'in transit';
    default:
      return status;
  }
}

/** Actions that set the status. The last of them decides it. */
export const statusActions = ['manufactured', 'shipped', 'received', 'delivered', 'returned'] as const;
