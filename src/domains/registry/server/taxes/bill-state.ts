import type { PropertyType } from '#domains/registry/contract.ts';

/** One line of a bill in whole cents, with what it was computed from. Only a correction or waiver may be negative. */
export type BillLine = {
  readonly name: string;
  readonly kind: 'tax' | 'penalty' | 'interest' | 'returned' | 'correction' | 'waived_penalty' | 'waived_interest';
  readonly cents: number;
  readonly explanation: string;
  /** The charge of a penalty or interest. Older lines have it only in their explanation. */
  readonly charge?: Charge;
};

/** A late charge: the open part of an installment, and for interest its first and last day. */
export type Charge = {
  readonly due: string;
  readonly openCents: number;
  readonly basisPoints: number;
  readonly from: string | null;
  readonly until: string | null;
};

/** A part of the tax with its own due date. */
export type Installment = {
  /** The last day to pay, in the time zone of the city, and its end in milliseconds since the epoch. */
  readonly due: string;
  readonly dueAt: number;
  readonly cents: number;
  readonly openCents: number;
  /** Months of interest charged so far. */
  readonly monthsCharged: number;
  readonly penalized: boolean;
};

/** An exemption of the assessed value: an amount in cents, or a part of it in basis points. */
export type Exemption = { readonly id: string; readonly cents: number | null; readonly basisPoints: number | null };

/** The part of the assessed value that an exemption exempted, and the tax saved by it. */
export type Exempted = Exemption & { readonly exemptCents: number; readonly savedCents: number };

/** The data that a bill was computed from. */
export type BillBasis = {
  readonly assessmentYear: number;
  readonly assessedCents: number;
  readonly propertyType: PropertyType;
  /** The part that the city does not own, as shares of `shares`. */
  readonly taxableShares: number;
  readonly shares: number;
  /** The rate of each line, in parts per million. */
  readonly rates: readonly { readonly name: string; readonly rate: number }[];
  readonly exempted: readonly Exempted[];
};

/** A bill as the rules of payments and charges read it. */
export type BillState = {
  readonly billNumber: string;
  readonly propertyId: string;
  readonly year: number;
  readonly ratesIndex: number;
  readonly leviedIndex: number;
  readonly issuedAt: number;
  readonly totalCents: number;
  readonly interestBasisPoints: number;
  readonly penaltyBasisPoints: number;
  readonly basis: BillBasis;
  readonly lines: readonly BillLine[];
  readonly installments: readonly Installment[];
  readonly openFeeCents: number;
  readonly openInterestCents: number;
};

/** Returns what is open on the installments of a bill. */
export const openPrincipalOf = ({ installments }: BillState): number =>
  installments.reduce((sum, { openCents }) => sum + openCents, 0);

/** Returns everything that is open on a bill. */
export const openOf = (bill: BillState): number => openPrincipalOf(bill) + bill.openFeeCents + bill.openInterestCents;

/** Returns everything that is open on bills together. */
export const owedOn = (bills: readonly BillState[]): number => bills.reduce((sum, bill) => sum + openOf(bill), 0);
