import type { Allocation, BookedPosting, PaymentPart } from '#domains/payments/server/index.ts';
import type { Recomputed } from '../corrections/recompute-bill.ts';
import { books } from '../payments/books-of-property.ts';
import type { TakenFrom } from '../payments/take-back-along.ts';
import type { ParcelState } from '../registry-state.ts';
import type { BillState } from '../taxes/bill-state.ts';
import type { ReturnedLate } from '../taxes/return-late.ts';
import type { RatesByBlock } from './compare-tax.ts';
import type { ParcelBlock } from './replay-parcel.ts';

/** The data that a replay takes from the tables, because no block has it. */
export type Hints = {
  readonly rates: RatesByBlock;
  /** The current zone of the city, for older blocks that do not state theirs. */
  readonly timeZone: string;
  /** Returns the number of the bill of a year. */
  billNumber(year: number): string;
  /** Returns the bills that a payer chose. */
  partsOf(paymentId: string): readonly PaymentPart[];
  /** Returns the initial credit of a parcel that replaced others. The entry of that block balances, so only the right amount fits. */
  creditFrom(blockIndex: number): number;
};

export type ReplayedCorrection = Pick<Recomputed, 'beforeCents' | 'afterCents' | 'creditCents'> & {
  readonly billNumber: string;
  readonly blockIndex: number;
  readonly appealId: string | null;
};
export type ReplayedWaiver = {
  readonly billNumber: string;
  readonly blockIndex: number;
  readonly penaltyCents: number;
  readonly interestCents: number;
};

/** The money of a parcel after its blocks, and the rows that they wrote. */
export type ReplayedMoney = {
  bills: readonly BillState[];
  creditCents: number;
  passedOn: ParcelState['passedOn'];
  /** What each payment and reversal paid on this parcel, in order. */
  readonly allocations: Map<string, readonly Allocation[]>;
  /** How much of each payment was taken back on this parcel. */
  readonly returned: Map<string, number>;
  /** Announced payments of the parcel that have not arrived, by amount. */
  readonly pending: Map<string, number>;
  readonly postings: BookedPosting[];
  readonly corrections: ReplayedCorrection[];
  readonly waivers: ReplayedWaiver[];
  /** Statements of blocks that do not follow from the previous blocks. */
  readonly problems: string[];
};

export type CorrectedBill = { readonly year: number; readonly before_cents: number; readonly total_cents: number };
export type MoneyData = CorrectedBill & {
  readonly action: string;
  readonly property_id: string;
  readonly rates_block: number;
  readonly credit_used_cents: number;
  readonly time_zone?: string;
  readonly penalty_cents: number;
  readonly interest_cents: number;
  readonly appeal: string;
  readonly bills: readonly CorrectedBill[];
  readonly payment: string;
  readonly reversal: string;
  readonly amount_cents: number;
  readonly method_fee_cents?: number;
  readonly credit_cents?: number;
  readonly parts?: readonly { readonly property_id: string; readonly amount_cents: number }[];
  readonly taken_from?: readonly TakenFrom[];
  readonly passed_on?: { readonly property_id: string; readonly amount_cents: number };
  readonly passed_on_by?: readonly TakenFrom[];
  readonly paid_on?: string;
  readonly lifted?: readonly {
    readonly property_id: string;
    readonly penalty_cents: number;
    readonly interest_cents: number;
    readonly returned?: readonly ReturnedLate[];
  }[];
  readonly into: readonly { readonly property_id: string }[];
  readonly from: readonly string[];
};

/** One block, its data, and the money of its parcel, which the act changes. */
export type Act = {
  readonly money: ReplayedMoney;
  readonly block: ParcelBlock;
  readonly data: MoneyData;
  readonly hints: Hints;
};

/** Adds a posting of the act to an account of its parcel. */
export function post({ money, block }: Act, account: keyof ReturnType<typeof books>, cents: number): void {
  money.postings.push({ account: books(block.id)[account], cents, blockIndex: block.index });
}

export function expectStated({ money, block }: Act, what: string, stated: number, replayed: number): void {
  if (stated !== replayed)
    money.problems.push(`block ${block.index} states ${what} of ${stated} cents, its bills give ${replayed}`);
}

export function replaceBill(money: ReplayedMoney, after: BillState): void {
  money.bills = money.bills.map((bill) => (bill.billNumber === after.billNumber ? after : bill));
}
