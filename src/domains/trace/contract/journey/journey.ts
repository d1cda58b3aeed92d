import type { Anomaly } from '../anomaly.ts';
import type { AssetStatus } from '../assets.ts';
import { handsOver } from '../handover-actions.ts';
import type { AssetState, JourneyEvent } from './asset-state.ts';
import { creationAfter, statusActions, statusAfter } from './facts-after.ts';

/** The participant of imported events that name no party. It holds nothing. */
export const IMPORT_USERNAME = 'epcis-import';

/** The blocks from which each rule of custody applies. Events in earlier blocks keep the meaning they had. */
export type CustodyRules = {
  /** Below this block, custody passed to the participant of every event. */
  readonly protectedFrom: number;
  /** Below this block, an open shipment accepted every action by anyone, not only its receipt. */
  readonly receiptsOnlyFrom: number;
};

/**
 * Returns the asset after one more event, and the event's anomalies. The order of actions is not enforced:
 * out-of-order events are marked. An event against the protection of custody is marked and counted, but changes
 * nothing else. Without `state`, the event creates the asset.
 */
export function applyEvent(
  assetId: string,
  state: AssetState | undefined,
  event: JourneyEvent,
  rules: CustodyRules,
): { state: AssetState; anomalies: Anomaly[] } {
  const isProtected = event.index >= rules.protectedFrom;
  const anomalies = findAnomalies(state, event, rules);
  const counted = {
    lastIndex: event.index,
    updatedAt: event.recordedAt,
    eventCount: (state?.eventCount ?? 0) + 1,
    anomalyCount: (state?.anomalyCount ?? 0) + (anomalies.length > 0 ? 1 : 0),
    ...creationAfter(state, event),
  };
  if (state !== undefined && anomalies.some(isWithoutEffect)) return { anomalies, state: { ...state, ...counted } };
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
      ...custodyAfter(state, event, isProtected),
      createdIndex: state?.createdIndex ?? event.index,
      happenedAt: Math.max(event.happenedAt, state?.happenedAt ?? 0),
      ...counted,
    },
  };
}

/** Reports whether an event with this anomaly left custody, status and location unchanged. */
export const isWithoutEffect = (anomaly: Anomaly): boolean =>
  (anomaliesWithoutEffect as readonly Anomaly[]).includes(anomaly);

/** Anomalies of events against the protection of custody. */
export const anomaliesWithoutEffect = ['not in custody', 'status moved back'] as const satisfies readonly Anomaly[];

/**
 * Reports whether an event that takes effect brings the asset into its participant's custody. While the status is
 * unknown, no earlier event established a custody, so any event does.
 */
export const takesCustody = (status: AssetStatus, action: string): boolean =>
  status === 'unknown' || (statusActions as readonly string[]).includes(action);

type Custody = Pick<AssetState, 'custodian' | 'custodyIndex' | 'inShipment' | 'addressee'>;

function custodyAfter(state: AssetState | undefined, event: JourneyEvent, isProtected: boolean): Custody {
  const takes = !isProtected || takesCustody(state?.status ?? 'unknown', event.action);
  const custodian = takes ? holderAfter(event) : state?.custodian;
  return {
    custodian,
    custodyIndex: custodian === state?.custodian ? state?.custodyIndex : event.index,
    ...shipmentAfter(state, event, isProtected),
  };
}

/** Returns who holds an asset after an event that takes it into custody. */
export const holderAfter = ({ participant }: Pick<JourneyEvent, 'participant'>): string | undefined =>
  participant === IMPORT_USERNAME ? undefined : participant;

function shipmentAfter(
  state: AssetState | undefined,
  event: JourneyEvent,
  isProtected: boolean,
): Pick<Custody, 'inShipment' | 'addressee'> {
  const before = { inShipment: state?.inShipment ?? false, addressee: state?.addressee };
  if (handsOver(event.action)) return { inShipment: true, addressee: isProtected ? event.to : undefined };
  // The sender's own `delivered` is a claim about the receiver, who still has to take the asset in.
  if (event.action === 'delivered' && event.participant === state?.custodian) return before;
  return ['manufactured', 'received', 'delivered'].includes(event.action)
    ? { inShipment: false, addressee: undefined }
    : before;
}

/** Statuses from which an action is expected. An asset with an unknown past accepts any action. */
const expectedFrom: Readonly<Record<string, readonly AssetStatus[]>> = {
  shipped: ['manufactured', 'in transit', 'delivered'],
  received: ['shipped', 'in transit', 'delivered'],
  delivered: ['shipped', 'in transit'],
  returned: ['shipped', 'in transit', 'delivered'],
};

/** Clocks of honest parties may differ by this much. */
export const CLOCK_TOLERANCE_MILLISECONDS = 60_000;

function findAnomalies(state: AssetState | undefined, event: JourneyEvent, rules: CustodyRules): Anomaly[] {
  const anomalies: Anomaly[] = [];
  const isProtected = event.index >= rules.protectedFrom;
  const violation = state !== undefined && isProtected ? violationOf(state, event, rules) : undefined;
  if (violation !== undefined) anomalies.push(violation);
  if (state === undefined && event.action !== 'manufactured') anomalies.push('never manufactured here');
  if (state !== undefined && violation === undefined && isOutOfOrder(state.status, event.action))
    anomalies.push('out of order');
  if (state !== undefined && event.happenedAt < state.happenedAt) anomalies.push('before the previous event');
  if (event.happenedAt > event.recordedAt + CLOCK_TOLERANCE_MILLISECONDS) anomalies.push('recorded before it happened');
  return anomalies;
}

/**
 * Returns how an event violates the protection of custody. Only the holder of an asset, its addressee and
 * administrators may act on it. Without this, a new account could record that it received the asset of a stranger, and
 * would be shown as its custodian. In an open shipment, anyone may also take the asset in, but do nothing else: a
 * stranger who could ship or return it would become its holder, and could name itself as the addressee. An asset
 * without a known holder has no custody to protect.
 */
function violationOf(state: AssetState, event: JourneyEvent, rules: CustodyRules): Anomaly | undefined {
  if (event.byAdministrator || state.status === 'unknown' || state.custodian === undefined) return undefined;
  const isHolder = event.participant === state.custodian;
  const isAddressee = state.inShipment && event.participant === state.addressee;
  const isOpen = state.inShipment && state.addressee === undefined;
  const isAccepted = isOpen && (takesIn(event.action) || event.index < rules.receiptsOnlyFrom);
  if (!isHolder && !isAddressee && !isAccepted) return 'not in custody';
  // The addressee decides whether a delivery took place. A holder may send the asset back, or on to another participant.
  if (isAddressee || (isHolder && handsOver(event.action))) return undefined;
  const runsBack = progress.indexOf(statusAfter(state.status, event)) < progress.indexOf(state.status);
  return runsBack && event.action !== 'shipped' ? 'status moved back' : undefined;
}

const takesIn = (action: string): boolean => action === 'received' || action === 'delivered';

/** The statuses in the order of a journey. */
const progress: readonly AssetStatus[] = ['unknown', 'manufactured', 'shipped', 'in transit', 'delivered'];

function isOutOfOrder(status: AssetStatus, action: string): boolean {
  const expected = expectedFrom[action];
  return status !== 'unknown' && expected !== undefined && !expected.includes(status);
}
