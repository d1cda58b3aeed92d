import type { RegistryAction } from '../registry-block-types.ts';

/** A recomputed bill: its tax before and after. Any amount paid beyond the new tax is credit. */
type Correction = { readonly before_cents: number; readonly total_cents: number };
type Part = { readonly property_id: string; readonly amount_cents: number };

/** The fields of a block about money, in cents. A block has only some of these. */
type Money = Correction &
  Part & {
    readonly action: RegistryAction;
    readonly penalty_cents: number;
    readonly interest_cents: number;
    readonly method_fee_cents?: number;
    /** What a payment for several parcels pays for each. */
    readonly parts?: readonly Part[];
    /** Late charges that a payment counted on an earlier day takes back. */
    readonly lifted?: readonly {
      readonly property_id: string;
      readonly penalty_cents: number;
      readonly interest_cents: number;
    }[];
    readonly bills: readonly Correction[];
    /** Credit that parcels take back from those that they had passed it on to. */
    readonly taken_from?: readonly (Part & { readonly from: string })[];
    /** Credit of a retired parcel that went to its replacement. */
    readonly passed_on?: Part;
    /** The same for other parcels of the payment. */
    readonly passed_on_by?: readonly (Part & { readonly from: string })[];
    readonly into: readonly { readonly property_id: string }[];
    readonly from: readonly string[];
  };

/** By how many cents a block changes what is owed on parcels, less their credit. */
type Changes = readonly Part[];

const nothing = (): Changes => [];
const change = ({ property_id }: Money, amount_cents: number): Changes => [{ property_id, amount_cents }];
const correctionOf = ({ before_cents, total_cents }: Correction) => total_cents - before_cents;

/** Returns what a payment pays on parcels: the amount without the fee of the method, which is the city's. */
const paid = (data: Money): Changes => data.parts ?? change(data, data.amount_cents - (data.method_fee_cents ?? 0));

function passedOn({ property_id: own, passed_on, passed_on_by = [] }: Money): Changes {
  const all = [...(passed_on === undefined ? [] : [{ from: own, ...passed_on }]), ...passed_on_by];
  return all.flatMap(({ from, property_id, amount_cents }) => [
    { property_id: from, amount_cents },
    { property_id, amount_cents: -amount_cents },
  ]);
}

/** The changes of each action. Every action is listed. */
const changes: Readonly<Record<RegistryAction, (data: Money) => Changes>> = {
  'registry.parcel_registered': nothing,
  'registry.parcel_corrected': nothing,
  'registry.parcel_split': nothing,
  'registry.parcels_merged': nothing,
  'registry.assessed': nothing,
  'registry.title_transferred': nothing,
  'registry.document_recorded': nothing,
  'registry.map_set': nothing,
  'registry.rates_set': nothing,
  'registry.method_fees_set': nothing,
  'registry.exemption_granted': nothing,
  'registry.exemption_ended': nothing,
  'registry.appeal_filed': nothing,
  'registry.appeal_withdrawn': nothing,
  'registry.appeal_denied': nothing,
  'registry.appeal_granted': (data) =>
    change(
      data,
      data.bills.reduce((sum, bill) => sum + correctionOf(bill), 0),
    ),
  'registry.bill_corrected': (data) => change(data, correctionOf(data)),
  'registry.charges_waived': (data) => change(data, -(data.penalty_cents + data.interest_cents)),
  'registry.tax_levied': (data) => change(data, data.total_cents),
  'registry.tax_charged': (data) => change(data, data.penalty_cents + data.interest_cents),
  'registry.payment_opened': nothing,
  'registry.tax_paid': (data) => [
    ...paid(data).map((part) => ({ ...part, amount_cents: -part.amount_cents })),
    ...passedOn(data),
    ...(data.lifted ?? []).map(({ property_id, penalty_cents, interest_cents }) => ({
      property_id,
      amount_cents: -(penalty_cents + interest_cents),
    })),
  ],
  'registry.payment_failed': nothing,
  'registry.payment_reversed': (data) => [
    ...paid(data),
    ...(data.taken_from ?? []).flatMap(({ from, property_id, amount_cents }) => [
      { property_id: from, amount_cents: -amount_cents },
      { property_id, amount_cents },
    ]),
  ],
};

/**
 * Returns a replay of what is owed on each parcel, less its credit, in cents. Takes the blocks of the registry in order. Memory: about
 * a hundred bytes for each parcel that was ever billed.
 */
export function createMoneyReplay() {
  const balances = new Map<string, number>();
  const add = (propertyId: string, cents: number) => {
    if (cents !== 0) balances.set(propertyId, (balances.get(propertyId) ?? 0) + cents);
  };
  /** A parcel is replaced only while nothing is owed on it, so its balance is credit. */
  const moveAll = (from: string, to: string) => {
    add(to, balances.get(from) ?? 0);
    balances.delete(from);
  };
  return {
    add(text: string): void {
      const data = JSON.parse(text) as Money;
      for (const { property_id, amount_cents } of changes[data.action](data)) add(property_id, amount_cents);
      if (data.action === 'registry.parcel_split') moveAll(data.property_id, data.into[0]?.property_id ?? '');
      if (data.action === 'registry.parcels_merged') for (const id of data.from) moveAll(id, data.property_id);
    },
    balanceOf: (propertyId: string): number => balances.get(propertyId) ?? 0,
  };
}
