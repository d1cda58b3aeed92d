import { capability } from '#domains/participants/contract.ts';
import type { Capability } from '#platform/contract/capability.ts';

export const canManufacture = capability({
  name: 'record manufactured',
  title: 'Create assets',
  heldBy: ['manufacturer'],
});

export const canShip = capability({
  name: 'record shipped',
  title: 'Record shipments',
  heldBy: ['manufacturer', 'shipper'],
});

/** Covers every action without its own capability: receipts, deliveries, returns, quality checks, business steps. */
export const canHandle = capability({
  name: 'record handling',
  title: 'Record receipts, deliveries, returns and checks',
  heldBy: ['manufacturer', 'shipper', 'retailer'],
});

export const canOpenEvents = capability({
  name: 'open events',
  title: 'Open the list of events',
  heldBy: ['manufacturer', 'shipper', 'retailer', 'administrator'],
});

export const canRecordForAnyone = capability({
  name: 'record for anyone',
  title: 'Record for any participant',
  heldBy: ['administrator'],
});

/** For an event, its recorder, the participant it names and the account that manages the participant hold it too. */
export const canCorrectEvent = capability({
  name: 'correct event',
  title: 'Correct any event',
  heldBy: ['administrator'],
  ownersOf: 'event',
});

/** Returns the capability that recording an action requires. Corrections require `canCorrectEvent` instead. */
export function capabilityOfAction(action: string): Capability {
  if (action === 'manufactured') return canManufacture;
  return action === 'shipped' ? canShip : canHandle;
}

export const capabilities = [
  canManufacture,
  canShip,
  canHandle,
  canOpenEvents,
  canRecordForAnyone,
  canCorrectEvent,
] as const;
