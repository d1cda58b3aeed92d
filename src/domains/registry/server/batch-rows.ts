import {
  type Allocated,
  type BookEntry,
  type FeesVersion,
  insertEntries,
  insertFees,
  type PaymentRow,
  writePayments,
} from '#domains/payments/server/index.ts';
import type { CityFeature, Geometry } from '#domains/registry/contract.ts';
import type { WriteStatement } from '#platform/server/database/one-statement.ts';
import { writeAppeals } from './appeals/appeals.ts';
import { type AssessmentRow, insertAssessments } from './assessments/assessments.ts';
import { type BillCorrectionRow, insertBillCorrections } from './corrections/bill-corrections.ts';
import { type DocumentRow, insertDocuments } from './documents/documents.ts';
import { writeExemptions } from './exemptions/exemptions.ts';
import { replaceCityFeatures } from './map/city-features.ts';
import { insertParcelBlocks, insertParcels, updateBalances, updateParcels } from './parcels/parcels.ts';
import { insertSuccessions, type Succession } from './parcels/successions.ts';
import { addToTotals, type Totals } from './parcels/totals.ts';
import { type Change, isOfCity, type NewHolder, type ParcelState, type Position } from './registry-state.ts';
import { insertHolders, writeRights } from './rights/rights.ts';
import type { Appeal, ExemptionState } from './tax-file-state.ts';
import type { BillState } from './taxes/bill-state.ts';
import { insertRates, type RatesRow, updateOpen, writeBills } from './taxes/bills.ts';
import { type BillWaiverRow, insertBillWaivers } from './waivers/bill-waivers.ts';

/** The rows that a batch adds in addition to the touched parcels. */
export type BatchRows = {
  readonly touched: Set<string>;
  readonly geometries: Map<string, Geometry>;
  readonly holders: NewHolder[];
  readonly assessments: AssessmentRow[];
  readonly exemptions: Map<string, ExemptionState>;
  readonly appeals: Map<string, Appeal>;
  readonly corrections: BillCorrectionRow[];
  readonly waivers: BillWaiverRow[];
  readonly documents: DocumentRow[];
  readonly parcelBlocks: { propertyId: string; index: number }[];
  readonly successions: Succession[];
  /** Of several maps in a batch, the last counts. */
  readonly maps: (readonly CityFeature[])[];
  readonly rates: RatesRow[];
  readonly fees: FeesVersion[];
  readonly entries: BookEntry[];
  /** The touched payments, and those that existed before the batch. */
  readonly payments: Set<string>;
  readonly knownPayments: ReadonlySet<string>;
  readonly completed: Allocated[];
};

export const noRows = (knownPayments: Iterable<string>): BatchRows => ({
  touched: new Set(),
  geometries: new Map(),
  holders: [],
  assessments: [],
  exemptions: new Map(),
  appeals: new Map(),
  corrections: [],
  waivers: [],
  documents: [],
  parcelBlocks: [],
  successions: [],
  maps: [],
  rates: [],
  fees: [],
  entries: [],
  payments: new Set(),
  knownPayments: new Set(knownPayments),
  completed: [],
});

/** Adds the rows of one change, except the parcels themselves. */
export function addRows(rows: BatchRows, change: Change, { index, at }: Position): void {
  for (const { propertyId, geometry } of change.geometries ?? []) rows.geometries.set(propertyId, geometry);
  rows.holders.push(...(change.holders ?? []));
  for (const one of change.successions ?? []) rows.successions.push({ ...one, blockIndex: index });
  if (change.assessment !== undefined) rows.assessments.push({ ...change.assessment, blockIndex: index, at });
  if (change.exemption !== undefined) rows.exemptions.set(change.exemption.exemptionId, change.exemption);
  if (change.appeal !== undefined) rows.appeals.set(change.appeal.appealId, change.appeal);
  for (const one of change.corrections ?? []) rows.corrections.push({ ...one, blockIndex: index });
  for (const one of change.waivers ?? []) rows.waivers.push({ ...one, blockIndex: index });
  if (change.document !== undefined) rows.documents.push({ ...change.document, blockIndex: index });
  if (change.cityFeatures !== undefined) rows.maps.push(change.cityFeatures);
  if (change.rates !== undefined) rows.rates.push({ ...change.rates, blockIndex: index });
  if (change.fees !== undefined) rows.fees.push({ fees: change.fees, blockIndex: index, setAt: at });
  if (change.postings !== undefined && change.postings.length > 0)
    rows.entries.push({ blockIndex: index, postings: change.postings });
  for (const payment of change.payments ?? []) {
    rows.payments.add(payment.paymentId);
    if (payment.state === 'completed' && payment.settledIndex === index) rows.completed.push(payment);
  }
  for (const { facts } of change.parcels) rows.parcelBlocks.push({ propertyId: facts.propertyId, index });
}

type TouchedRows = {
  readonly parcels: ReadonlyMap<string, ParcelState>;
  readonly payments: ReadonlyMap<string, PaymentRow>;
  readonly before: ReadonlyMap<string, ParcelState>;
  readonly rows: BatchRows;
};

/** Returns the writes of a batch. Each touched row is written once, as the batch leaves it. */
export function projectRows({ parcels: after, payments, before, rows }: TouchedRows, blocks: number): WriteStatement[] {
  const touched = [...rows.touched].flatMap((id) => after.get(id) ?? []);
  const added = touched.filter(({ facts }) => !before.has(facts.propertyId));
  const known = touched.filter(({ facts }) => before.has(facts.propertyId));
  const [paid, changed] = partition(known, (parcel) => onlyBalanceChanged(before.get(parcel.facts.propertyId), parcel));
  const retitled = touched.filter((parcel) => parcel.rights !== before.get(parcel.facts.propertyId)?.rights);
  const earlier = new Map(
    touched.flatMap(({ facts }) => before.get(facts.propertyId)?.bills ?? []).map((bill) => [bill.billNumber, bill]),
  );
  const bills = touched.flatMap((parcel) => parcel.bills).filter((bill) => earlier.get(bill.billNumber) !== bill);
  const [opened, stated] = partition(bills, (bill) => onlyOpenChanged(earlier.get(bill.billNumber), bill));
  return [
    ...(added.length > 0 ? [insertParcels(added, rows.geometries)] : []),
    ...(changed.length > 0 ? [updateParcels(changed, rows.geometries)] : []),
    ...(paid.length > 0 ? [updateBalances(paid)] : []),
    ...(retitled.length > 0 ? writeRights(retitled) : []),
    ...(rows.holders.length > 0 ? insertHolders(rows.holders) : []),
    ...(rows.assessments.length > 0 ? [insertAssessments(rows.assessments)] : []),
    ...(rows.exemptions.size > 0 ? [writeExemptions([...rows.exemptions.values()])] : []),
    ...(rows.appeals.size > 0 ? [writeAppeals([...rows.appeals.values()])] : []),
    ...(rows.corrections.length > 0 ? [insertBillCorrections(rows.corrections)] : []),
    ...(rows.waivers.length > 0 ? [insertBillWaivers(rows.waivers)] : []),
    ...(rows.documents.length > 0 ? [insertDocuments(rows.documents)] : []),
    ...(rows.parcelBlocks.length > 0 ? [insertParcelBlocks(rows.parcelBlocks)] : []),
    ...(rows.successions.length > 0 ? [insertSuccessions(rows.successions)] : []),
    ...(stated.length > 0 ? [writeBills(stated)] : []),
    ...(opened.length > 0 ? [updateOpen(opened)] : []),
    ...rows.maps.slice(-1).flatMap(replaceCityFeatures),
    ...(rows.rates.length > 0 ? [insertRates(rows.rates)] : []),
    ...(rows.fees.length > 0 ? [insertFees(rows.fees)] : []),
    ...(rows.entries.length > 0 ? [insertEntries(rows.entries)] : []),
    ...writePayments(
      [...rows.payments].flatMap((id) => payments.get(id) ?? []),
      (id) => rows.knownPayments.has(id),
      rows.completed,
    ),
    addToTotals(changeOfTotals(touched, before, blocks)),
  ];
}

/** Compares by identity, because a request passes on the unchanged parts of a parcel. */
function onlyBalanceChanged(before: ParcelState | undefined, after: ParcelState): boolean {
  if (before === undefined) return false;
  const { bills, owedCents, creditCents } = after;
  return isSame({ ...before, bills, owedCents, creditCents }, after);
}

/** Reports whether a bill changed only as a payment changes it, with the same lines. */
function onlyOpenChanged(before: BillState | undefined, after: BillState): boolean {
  if (before === undefined) return false;
  const { installments, openFeeCents, openInterestCents } = after;
  return isSame({ ...before, installments, openFeeCents, openInterestCents }, after);
}

const isSame = <T extends object>(expected: T, actual: T): boolean =>
  (Object.keys(expected) as (keyof T)[]).every((key) => expected[key] === actual[key]);

function partition<T>(items: readonly T[], matches: (item: T) => boolean): [T[], T[]] {
  const { yes = [], no = [] } = Object.groupBy(items, (item) => (matches(item) ? 'yes' : 'no'));
  return [yes, no];
}

function changeOfTotals(
  touched: readonly ParcelState[],
  before: ReadonlyMap<string, ParcelState>,
  blocks: number,
): Totals {
  const sum = (count: (parcel: ParcelState) => number) =>
    touched.reduce((total, parcel) => {
      const earlier = before.get(parcel.facts.propertyId);
      return total + count(parcel) - (earlier === undefined ? 0 : count(earlier));
    }, 0);
  const active = ({ status }: ParcelState) => (status === 'active' ? 1 : 0);
  return {
    properties: sum(active),
    cityProperties: sum((parcel) => (isOfCity(parcel) ? active(parcel) : 0)),
    assessedCents: sum((parcel) => parcel.assessedCents * active(parcel)),
    owedCents: sum(({ owedCents }) => owedCents),
    blocks,
  };
}
