import type { AssetStatus } from '../assets.ts';

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
  /** For an action that hands the asset over: the participant that it is addressed to. */
  readonly to: string | undefined;
  /** Whether an administrator recorded it for the participant. */
  readonly byAdministrator: boolean;
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
  /** The block with which this custody began. */
  readonly custodyIndex: number | undefined;
  /** Whether it was handed over and no other participant has taken it in yet. */
  readonly inShipment: boolean;
  /** The participant that it was handed over to. Without one, anyone may record the next `received` or `delivered`. */
  readonly addressee: string | undefined;
  readonly createdIndex: number;
  readonly lastIndex: number;
  /** When it was manufactured: the earliest event of that kind. Without one, when its first event happened. */
  readonly createdAt: number;
  /** Whether `createdAt` is a date of manufacture. */
  readonly manufactured: boolean;
  /** When its last event was recorded. */
  readonly updatedAt: number;
  /** When its latest event happened. */
  readonly happenedAt: number;
  readonly eventCount: number;
  readonly anomalyCount: number;
};
