import type { Anomaly, AssetStatus } from '#domains/trace/contract.ts';

/** The facts of an event that the rules of a journey need. Times in milliseconds since the epoch. */
export type JourneyEvent = {
  readonly index: number;
  readonly action: string;
  readonly participant: string;
  readonly role: string | undefined;
  readonly happenedAt: number;
  readonly recordedAt: number;
  readonly name: string | undefined;
  readonly category: string | undefined;
  readonly batch: string | undefined;
  readonly location: string | undefined;
  /** For a correction: the action that should have been recorded. Without it, the corrected event is only retracted. */
  readonly restates?: string | undefined;
};

/** The state of an asset according to the chain. */
export type AssetState = {
  readonly assetId: string;
  readonly name: string;
  readonly category: string | undefined;
  readonly batch: string | undefined;
  readonly location: string | undefined;
  readonly status: AssetStatus;
  readonly custodian: string | undefined;
  readonly createdIndex: number;
  readonly lastIndex: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly happenedAt: number;
  readonly eventCount: number;
  readonly anomalyCount: number;
};

/**
 * Returns the asset after one more event, and the event's anomalies. The order of actions is not enforced:
 * out-of-order events are marked. Without `state`, the event creates the asset.
 */
export function applyEvent(
  assetId: string,
  state: AssetState | undefined,
  event: JourneyEvent,
): { state: AssetState; anomalies: Anomaly[] } {
  const anomalies = findAnomalies(state, event);
  const introduced = state === undefined;
  return {
    anomalies,
    state: {
      assetId,
      name: introduced ? (event.name ?? assetId) : state.name,
      category: introduced ? event.category : state.category,
      batch: introduced ? event.batch : state.batch,
      location: event.location ?? state?.location,
      status: statusAfter(state?.status ?? 'unknown', event),
      custodian: event.participant,
      createdIndex: state?.createdIndex ?? event.index,
      lastIndex: event.index,
      createdAt: state?.createdAt ?? event.recordedAt,
      updatedAt: event.recordedAt,
      happenedAt: Math.max(event.happenedAt, state?.happenedAt ?? 0),
      eventCount: (state?.eventCount ?? 0) + 1,
      anomalyCount: (state?.anomalyCount ?? 0) + (anomalies.length > 0 ? 1 : 0),
    },
  };
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

/** Statuses from which an action is expected. An asset with an unknown past accepts any action. */
const expectedFrom: Readonly<Record<string, readonly AssetStatus[]>> = {
  shipped: ['manufactured', 'in transit', 'delivered'],
  received: ['shipped', 'in transit', 'delivered'],
  delivered: ['shipped', 'in transit'],
  returned: ['shipped', 'in transit', 'delivered'],
};

/** Clocks of honest parties may differ by this much. */
const CLOCK_TOLERANCE_MILLISECONDS = 60_000;

function findAnomalies(state: AssetState | undefined, event: JourneyEvent): Anomaly[] {
  const anomalies: Anomaly[] = [];
  if (state === undefined && event.action !== 'manufactured') anomalies.push('never manufactured here');
  if (state !== undefined && isOutOfOrder(state.status, event.action)) anomalies.push('out of order');
  if (state !== undefined && event.happenedAt < state.happenedAt) anomalies.push('before the previous event');
  if (event.happenedAt > event.recordedAt + CLOCK_TOLERANCE_MILLISECONDS) anomalies.push('recorded before it happened');
  return anomalies;
}

function isOutOfOrder(status: AssetStatus, action: string): boolean {
  const expected = expectedFrom[action];
  return status !== 'unknown' && expected !== undefined && !expected.includes(status);
}
