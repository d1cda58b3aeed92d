import type { Draft } from '#domains/ledger/server/index.ts';
import type { FeesByMethod } from '#domains/payments/contract.ts';
import type { LineMove, PaidTransfer, PaymentRow, Posting } from '#domains/payments/server/index.ts';
import { CITY } from '#domains/registry/contract/title/city.ts';
import type { CityFeature, Geometry, PropertyStatus, PropertyType, TaxRates } from '#domains/registry/contract.ts';
import type { BillCorrection } from './corrections/bill-corrections.ts';
import type { Appeal, ExemptionState, TaxFile } from './tax-file-state.ts';
import type { BillState } from './taxes/bill-state.ts';
import type { BillWaiver } from './waivers/bill-waivers.ts';

export type ParcelFacts = {
  readonly propertyId: string;
  readonly address: string;
  readonly neighborhood: string;
  readonly propertyType: PropertyType;
  readonly squareFootage: number;
  readonly lotSquareFeet: number;
  readonly yearBuilt: number | null;
  /** The SHA-256 of the canonical JSON of its geometry, in hex. */
  readonly geometrySha256: string | null;
};

export type Right = { readonly shares: number; readonly acquiredAt: number; readonly acquiredIndex: number };

/** A parcel as requests are judged by it. Times are milliseconds since the epoch. */
export type ParcelState = {
  readonly facts: ParcelFacts;
  readonly status: PropertyStatus;
  /** Of a retired parcel: the one that replaced it, or the first of several. */
  readonly heir?: string | undefined;
  /** The number of shares that the rights add up to. */
  readonly shares: number;
  readonly rights: ReadonlyMap<string, Right>;
  readonly assessedCents: number;
  readonly assessedYear: number | null;
  /** The sum of what is open on the bills. */
  readonly owedCents: number;
  /** What was paid beyond that. */
  readonly creditCents: number;
  /** One for each year that was levied, oldest first. */
  readonly bills: readonly BillState[];
  /** What did not add up of its money when it was read. Undefined: all did. */
  readonly damage?: string | undefined;
  readonly registeredIndex: number;
  /** The newest block that changed who owns it. */
  readonly titleIndex: number;
};

/** Reports whether a parcel is the city's: all of it. With any other owner it is taxed for that part, and is no government property. */
export const isOfCity = ({ shares, rights }: Pick<ParcelState, 'shares' | 'rights'>): boolean =>
  rights.get(CITY)?.shares === shares;

/** A party that becomes known with a block, and its pseudonym in one parcel. Without `party`, the party exists already. */
export type NewHolder = {
  readonly holder: string;
  readonly propertyId: string;
  readonly partyId: string;
  readonly party?: { readonly name: string | undefined; readonly contact: string | undefined } | undefined;
};

/** The effect of an accepted request: its block, and the rows that commit with it. */
export type Change = {
  readonly draft: Draft;
  /** Parcels as they are after it. */
  readonly parcels: readonly ParcelState[];
  readonly geometries?: readonly { readonly propertyId: string; readonly geometry: Geometry }[];
  readonly holders?: readonly NewHolder[];
  /** Retired parcels with those that replaced them. */
  readonly successions?: readonly { readonly propertyId: string; readonly successorId: string }[];
  readonly assessment?: {
    propertyId: string;
    year: number;
    landCents: number;
    buildingCents: number;
    reason: string | null;
  };
  /** An exemption or appeal as it is after it. */
  readonly exemption?: ExemptionState;
  readonly appeal?: Appeal;
  readonly corrections?: readonly BillCorrection[];
  readonly waivers?: readonly BillWaiver[];
  readonly document?: { propertyId: string; sha256: string; title: string };
  /** All that the map draws between parcels. */
  readonly cityFeatures?: readonly CityFeature[];
  readonly rates?: { year: number; rates: TaxRates };
  readonly fees?: FeesByMethod;
  /** Payments as they are after it, and the postings of its entry in the books. */
  readonly payments?: readonly PaymentRow[];
  readonly postings?: readonly Posting[];
};

/** The position of the block that a request would become; `at` in milliseconds since the epoch. */
export type Position = { readonly index: number; readonly at: number };

/** What requests are judged by. */
export type RegistryView = {
  /** A parcel that the request names in `propertyIds`, or an heir of one that is retired. */
  parcel(propertyId: string): ParcelState | undefined;
  payment(paymentId: string): PaymentRow | undefined;
  /** Throws an `Error` for a parcel that the request does not name in `fileIds`. */
  file(propertyId: string): TaxFile;
  /** Counts the payments for a parcel that an account, or visitors together, announced and that have not arrived yet. */
  pending(propertyId: string, accountId: string | null): number;
};

/** A request to the registry: the parcels, payments and tax files it needs, and its rules. */
export type RegistryRequest = {
  readonly propertyIds: readonly string[];
  readonly paymentIds?: readonly string[];
  /** The parcels whose owners it changes, or gives to other parcels. */
  readonly titleIds?: readonly string[];
  /** The parcels whose tax files it needs. */
  readonly fileIds?: readonly string[];
  /** The transfers on a chain that its money rests on. Each can pay once. */
  readonly transfers?: readonly PaidTransfer[];
  /** The line of a statement, or the held money, that it takes its money from. It is used once. */
  readonly moves?: LineMove;
  /** Whose pending payments for its parcels it counts. */
  readonly pendingOf?: { readonly accountId: string | null };
  /**
   * Returns the effect of the request, or the block that it repeats. Throws an `AppError` to refuse it. Pure, because a lost
   * batch is judged again.
   */
  judge(view: RegistryView, position: Position): Change | { readonly repeats: number };
};
