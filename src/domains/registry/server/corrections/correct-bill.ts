import type { Account } from '#domains/participants/server/index.ts';
import { nothingToCorrect } from '#domains/registry/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { assessmentOf, centsOf } from '../assessments/assessment-for.ts';
import type { Registry } from '../open-registry.ts';
import { readParcelStates } from '../parcels/parcels.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';
import type { ParcelState, RegistryRequest } from '../registry-state.ts';
import { requireActive } from '../require-parcel.ts';
import { exemptionsIn, readTaxFiles } from '../tax-file.ts';
import type { TaxFile } from '../tax-file-state.ts';
import type { RatesRow } from '../taxes/bills.ts';
import { ratesFor } from '../taxes/compute-bill.ts';
import { requireRates } from '../taxes/levy-taxes.ts';
import { requireBill } from '../taxes/read-bills.ts';
import { exemptionOf } from '../taxes/taxable.ts';
import { readBillCorrections } from './bill-corrections.ts';
import { dueDayFor } from './due-day.ts';
import { type Recomputed, recomputeBill, withCorrections } from './recompute-bill.ts';

export type CorrectionRequest = { readonly billNumber: string; readonly reason: string; readonly preview: boolean };

type Corrected = {
  beforeCents: number;
  afterCents: number;
  creditCents: number;
  explanation: string;
  blockIndex: number | null;
};

/**
 * Corrects a bill by the current data for its year, or only computes the correction. The earlier lines stay, and the difference is a new line.
 *
 * @throws AppError `registry.bill_not_found`, `registry.rates_missing`, `registry.property_retired`,
 *   `registry.nothing_to_correct`
 */
export async function correctBill(
  { database, requests, timeZone, clock }: Registry,
  caller: Account,
  request: CorrectionRequest,
  key: string | undefined,
): Promise<Corrected> {
  const { billNumber, reason, preview } = request;
  const { propertyId, year } = await requireBill({ database }, billNumber);
  const rates = await requireRates(database, year);
  const target = { propertyId, billNumber, rates, timeZone };
  if (preview) {
    const [[parcel], [file]] = await Promise.all([
      readParcelStates(database, [propertyId]),
      readTaxFiles(database, [propertyId]),
    ]);
    if (file === undefined) throw new Error('Broken invariant: each parcel has a tax file');
    const { bill: _, ...computed } = recomputed(
      requireActive({ parcel: () => parcel }, propertyId),
      file,
      target,
      clock(),
    );
    return { ...computed, blockIndex: null };
  }
  const { index } = await requests.append(
    correction(target, caller.username, reason),
    keyOf(caller, key, ['correct bill', request]),
  );
  const recorded = (await readBillCorrections(database, [billNumber])).get(billNumber) ?? [];
  const own = recorded.find(({ blockIndex }) => blockIndex === index);
  if (own === undefined) throw new Error(`Broken invariant: block ${index} corrected ${billNumber}`);
  const bill = await requireBill({ database }, billNumber);
  const explanation = bill.lines.findLast(({ kind }) => kind === 'correction')?.explanation ?? '';
  const { beforeCents, afterCents, creditCents } = own;
  return { beforeCents, afterCents, creditCents, explanation, blockIndex: index };
}

type Target = {
  readonly propertyId: string;
  readonly billNumber: string;
  readonly rates: RatesRow;
  readonly timeZone: string;
};

const correction = (target: Target, user: string, reason: string): RegistryRequest => ({
  propertyIds: [target.propertyId],
  fileIds: [target.propertyId],
  judge(view, { at }) {
    const { propertyId, billNumber, rates } = target;
    const parcel = requireActive(view, propertyId);
    const one = recomputed(parcel, view.file(propertyId), target, at);
    const { bill, beforeCents, afterCents, creditCents } = one;
    const after = withCorrections(parcel, [one]);
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.bill_corrected',
        user,
        property_id: propertyId,
        rates_block: rates.blockIndex,
        assessed_cents: bill.basis.assessedCents,
        assessment_year: bill.basis.assessmentYear,
        exempt_cents: bill.basis.exempted.reduce((sum, { exemptCents }) => sum + exemptCents, 0),
        year: bill.year,
        before_cents: beforeCents,
        total_cents: afterCents,
        credit_cents: creditCents,
        time_zone: target.timeZone,
      }),
      parcels: [after.parcel],
      postings: after.postings,
      corrections: [{ billNumber, beforeCents, afterCents, creditCents, reason, appealId: null }],
    };
  },
});

function recomputed(
  parcel: ParcelState,
  file: TaxFile,
  { billNumber, rates, timeZone }: Target,
  at: number,
): Recomputed {
  const bill = parcel.bills.find((one) => one.billNumber === billNumber);
  if (bill === undefined) throw new Error(`Broken invariant: ${file.propertyId} has the bill ${billNumber}`);
  const { propertyType } = parcel.facts;
  const assessment = assessmentOf(file.assessments, bill);
  const one = recomputeBill(
    bill,
    {
      ...withoutExempted(bill.basis),
      ...(assessment && { assessmentYear: assessment.year, assessedCents: centsOf(assessment) }),
      propertyType,
      rates: ratesFor(rates.rates, propertyType),
      exemptions: exemptionsIn(file, bill.year).map(exemptionOf),
    },
    dueDayFor(at, timeZone),
  );
  if (one.beforeCents !== one.afterCents) return one;
  throw new AppError(nothingToCorrect, 'The bill already matches its assessment, exemptions, use and rates.', {
    hint: 'Correct the data that it is computed from first.',
  });
}

function withoutExempted<Basis extends { exempted: unknown }>({
  exempted: _,
  ...basis
}: Basis): Omit<Basis, 'exempted'> {
  return basis;
}
