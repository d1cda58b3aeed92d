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

/** A parcel as the rules read it. Times are milliseconds since the epoch. */
export type ParcelState = {
  readonly facts: ParcelFacts;
  readonly status: PropertyStatus;
  /** For a retired parcel: its replacement, or the first of several. */
  readonly heir?: string | undefined;
  /** The number of shares that the rights add up to. */
  readonly shares: number;
  readonly rights: ReadonlyMap<string, Right>;
  readonly assessedCents: number;
  readonly assessedYear: number | null;
  /** The sum of the open amounts of the bills. */
  readonly owedCents: number;
  /** Credit: what was paid beyond the bills. */
  readonly creditCents: number;
  /** The credit that it passed on to parcels that replaced it, by parcel, less what was taken back from them. */
  readonly passedOn: ReadonlyMap<string, number>;
  /** One for each year that was levied, oldest first. */
  readonly bills: readonly BillState[];
  /** What did not add up in its money when it was read. Undefined: everything did. */
  readonly damage?: string | undefined;
  readonly registeredIndex: number;
  /** The newest block that changed its owners. */
  readonly titleIndex: number;
};

/** What most parcels passed on. */
export const NOTHING_PASSED_ON: ParcelState['passedOn'] = new Map();

/** Reports whether a parcel belongs wholly to the city. With another owner it is taxed for that part, and is not government property. */
export const isOfCity = ({ shares, rights }: Pick<ParcelState, 'shares' | 'rights'>): boolean =>
  rights.get(CITY)?.shares === shares;

/** A pseudonym that a block introduces in one parcel, with its new party. Without `party`, the party already exists. */
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
  /** All features between the parcels. */
  readonly cityFeatures?: readonly CityFeature[];
  readonly rates?: { year: number; rates: TaxRates };
  readonly fees?: FeesByMethod;
  /** Payments as they are after it, and the postings of its entry in the books. */
  readonly payments?: readonly PaymentRow[];
  readonly postings?: readonly Posting[];
};

/** The position of the block that a request would become; `at` in milliseconds since the epoch. */
export type Position = { readonly index: number; readonly at: number };

/** The state that the rules of a request read. */
export type RegistryView = {
  /** Returns a parcel that the request names in `propertyIds`, or an heir of a retired one. */
  parcel(propertyId: string): ParcelState | undefined;
  payment(paymentId: string): PaymentRow | undefined;
  /** Returns the tax file of a parcel. Throws an `Error` if the request does not name it in `fileIds`. */
  file(propertyId: string): TaxFile;
  /** Counts the pending payments for a parcel of an account, or of all visitors together. */
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
  /** The transfers on a chain that back its money. Each can pay once. */
  readonly transfers?: readonly PaidTransfer[];
  /** The bank line or held money that it takes its money from. It is used once. */
  readonly moves?: LineMove;
  /** The payer whose pending payments for its parcels it counts. */
  readonly pendingOf?: { readonly accountId: string | null };
  /**
   * Returns the effect of the request, or the block that it repeats. Throws an `AppError` to refuse it. Pure, because a lost
   * batch is judged again.
   */
  judge(view: RegistryView, position: Position): Change | { readonly repeats: number };
};
