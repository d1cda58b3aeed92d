import type { AppealState } from '#domains/registry/contract.ts';

/** The assessment that counts for a year. Times are milliseconds since the epoch. */
export type AssessmentState = {
  readonly year: number;
  readonly landCents: number;
  readonly buildingCents: number;
  readonly index: number;
  readonly at: number;
};

/** An exemption: an amount in cents of the assessed value, or a part of it in basis points. */
export type ExemptionState = {
  readonly exemptionId: string;
  readonly propertyId: string;
  readonly kind: string;
  readonly cents: number | null;
  readonly basisPoints: number | null;
  /** The key that opens the commitment of its block, in hex. Null: the block states the amount. */
  readonly commitmentKey: string | null;
  readonly fromYear: number;
  /** The last tax year for which it counts. Null: open. */
  readonly toYear: number | null;
  readonly reason: string;
  readonly grantedIndex: number;
  readonly endedIndex: number | null;
  readonly endReason: string | null;
};

export type Appeal = {
  readonly appealId: string;
  readonly propertyId: string;
  readonly year: number;
  readonly assessmentIndex: number;
  readonly requestedCents: number;
  /** Null once the owner was erased. */
  readonly statement: string | null;
  readonly documents: readonly string[];
  /** The pseudonym of the owner who filed it. */
  readonly holder: string;
  readonly state: AppealState;
  readonly filedAt: number;
  readonly filedIndex: number;
  readonly decidedAt: number | null;
  readonly decidedIndex: number | null;
  readonly decidedCents: number | null;
  readonly reason: string | null;
};

/** The data that the tax on a parcel is computed from, in addition to the parcel. Only requests that name it in `fileIds` read it. */
export type TaxFile = {
  readonly propertyId: string;
  readonly assessments: ReadonlyMap<number, AssessmentState>;
  /** In the order in which they were granted. */
  readonly exemptions: readonly ExemptionState[];
  /** In the order in which they were filed. */
  readonly appeals: readonly Appeal[];
};
