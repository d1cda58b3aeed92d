import type { Anomaly } from '../anomaly.ts';
import type { AssetStatus } from '../assets.ts';
import type { AssetState, JourneyEvent } from './asset-state.ts';

/**
 * Returns the minute by which an event is ordered for status and place: when it happened, so that an event that is
 * recorded late does not undo what happened after it. Events of one minute follow the order of recording, because forms
 * state minutes. A time in the future counts as the time of recording; it would outrank every event until then.
 * The manufacture that creates an asset is before all others, because some people record it first without its time.
 */
export function orderOf(state: AssetState | undefined, event: JourneyEvent): number {
  if (state === undefined && event.action === 'manufactured') return 0;
  return Math.floor(Math.min(event.inPlaceOf ?? event.happenedAt, event.recordedAt) / 60_000);
}

export function locationAfter(state: AssetState | undefined, event: JourneyEvent, minute: number) {
  const before = { location: state?.location, locationMinute: state?.locationMinute ?? 0 };
  if (event.location === undefined || minute < before.locationMinute) return before;
  return { location: event.location, locationMinute: minute };
}

export function statusesAfter(state: AssetState | undefined, event: JourneyEvent, minute: number) {
  const before = { status: state?.status ?? 'unknown', statusMinute: state?.statusMinute ?? 0 };
  const isSet = (statusActions as readonly string[]).includes(event.action) && minute >= before.statusMinute;
  return {
    ...(isSet ? { status: statusAfter(before.status, event), statusMinute: minute } : before),
    recordedStatus: statusAfter(state?.recordedStatus ?? 'unknown', event),
  };
}

/**
 * Returns the date of creation after an event. A holder that records the manufacture of a shipped asset moves its status
 * back, which has no effect, but states the date all the same.
 */
export function creationAfter(state: AssetState | undefined, event: JourneyEvent, anomalies: readonly Anomaly[]) {
  const states = event.action === 'manufactured' && !anomalies.includes('not in custody');
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
