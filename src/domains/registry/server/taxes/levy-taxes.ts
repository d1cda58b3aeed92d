import { randomBytes } from 'node:crypto';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { balanced, move } from '#domains/payments/server/index.ts';
import { ratesMissing } from '#domains/registry/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { gatherReads } from '#platform/server/database/gather-reads.ts';
import type { Registry } from '../open-registry.ts';
import { readParcelStates } from '../parcels/parcels.ts';
import { allocate } from '../payments/allocate.ts';
import { books } from '../payments/books-of-property.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import type { ParcelState, RegistryRequest } from '../registry-state.ts';
import { requireActive } from '../require-parcel.ts';
import { readTaxFiles } from '../tax-file.ts';
import { DamagedBills } from './bill-damage.ts';
import { type BillState, openOf } from './bill-state.ts';
import { type RatesRow, readRates } from './bills.ts';
import { computeBill, ratesFor } from './compute-bill.ts';
import { dueOnceIssued } from './due-once-issued.ts';
import { exemptValue } from './exempt-value.ts';
import { type TaxableInYear, taxableOf } from './taxable.ts';

type Outcome = 'levied' | 'unchanged' | 'exempt' | 'not_assessed';

type Result = {
  propertyId: string;
  outcome: Outcome | 'rejected';
  totalCents?: number;
  problem?: string;
  blockIndex?: number;
};

type Levy = {
  readonly year: number;
  readonly propertyIds: readonly string[];
  readonly preview: boolean;
  /** The levy of the roll that this is a step of. */
  readonly job?: string;
};

/**
 * Levies the tax of a year on parcels, each independently, or only computes it. A parcel that is already billed for the year is
 * skipped. With `job`, a bill that the job issued before counts as levied by it: a server may die between bill and record.
 *
 * @throws AppError `registry.rates_missing`
 */
export async function levyTaxes(
  registry: Registry,
  caller: Pick<Account, 'username'>,
  { year, propertyIds, preview, job }: Levy,
): Promise<{ results: Result[]; totalCents: number }> {
  const rates = await requireRates(registry.database, year);
  const ids = [...new Set(propertyIds)];
  const levy = preview
    ? await preparePreview(registry, ids, rates)
    : levyOne(registry, caller, rates, stepOf(registry.database, job));
  const results = await Promise.all(ids.map(levy));
  return { results, totalCents: results.reduce((sum, { totalCents = 0 }) => sum + totalCents, 0) };
}

/** @throws AppError `registry.rates_missing` */
export async function requireRates(db: Database, year: number): Promise<RatesRow> {
  const rates = await readRates(db, year);
  if (rates !== undefined) return rates;
  throw new AppError(ratesMissing, `No rates are set for ${year}.`, { hint: 'Set them first.' });
}

async function preparePreview(registry: Registry, ids: readonly string[], rates: RatesRow) {
  const parcels = new Map(
    (await readParcelStates(registry.database, ids)).map((parcel) => [parcel.facts.propertyId, parcel]),
  );
  const files = new Map((await readTaxFiles(registry.database, ids)).map((file) => [file.propertyId, file]));
  return async (propertyId: string): Promise<Result> => {
    try {
      const parcel = requireActive({ parcel: (id) => parcels.get(id) }, propertyId);
      const file = files.get(propertyId);
      if (file === undefined) throw new Error(`Broken invariant: ${propertyId} has a tax file`);
      const taxable = taxableOf(parcel, file, rates.year);
      const outcome = outcomeFor(parcel, taxable, rates.year);
      if (outcome !== 'levied') return { propertyId, outcome };
      return { propertyId, outcome, totalCents: computeBill(taxable, rates.rates, registry.timeZone).totalCents };
    } catch (error) {
      return rejected(propertyId, error);
    }
  };
}

type Block = Awaited<ReturnType<typeof readBlocksAt>>[number];
type Step = { readonly job: string; blockAt(index: number): Promise<Block | undefined> };

const levyOne =
  (registry: Registry, caller: Pick<Account, 'username'>, rates: RatesRow, step: Step | undefined) =>
  async (propertyId: string): Promise<Result> => {
    try {
      const request = levy(propertyId, rates, registry.timeZone, { user: caller.username, job: step?.job });
      const { index, fresh, block } = await registry.requests.append(request);
      const issued = fresh ? block?.data : await issuedBy(step, index);
      if (issued === undefined) return { propertyId, outcome: 'unchanged' };
      return { propertyId, outcome: 'levied', totalCents: Number(issued['total_cents']), blockIndex: index };
    } catch (error) {
      if (error instanceof NotTaxed) return { propertyId, outcome: error.outcome };
      return rejected(propertyId, error);
    }
  };

/** Returns the data of a bill's block, if the job of this step issued it. */
async function issuedBy(step: Step | undefined, index: number): Promise<Block['data'] | undefined> {
  const block = await step?.blockAt(index);
  return block?.data['job'] === step?.job ? block?.data : undefined;
}

/** Returns a step of a job that reads the blocks of earlier bills together. */
function stepOf(database: Database, job: string | undefined): Step | undefined {
  if (job === undefined) return undefined;
  const blockAt = gatherReads(async (indexes: readonly number[]) => {
    const blocks = await readBlocksAt(database, indexes);
    return new Map(blocks.map((block) => [block.index, block]));
  });
  return { job, blockAt };
}

function rejected(propertyId: string, error: unknown): Result {
  if (error instanceof DamagedBills || (error instanceof AppError && error.kind.status < 500))
    return { propertyId, outcome: 'rejected', problem: error.message };
  throw error;
}

/** Thrown to refuse a request without effect, which is not an error of the caller. */
class NotTaxed extends Error {
  readonly outcome: 'exempt' | 'not_assessed';
  constructor(outcome: NotTaxed['outcome']) {
    super(`The property is ${outcome}`);
    this.outcome = outcome;
  }
}

/** Returns the outcome for a parcel. The city's property is exempt whether it is assessed or not. */
function outcomeFor(parcel: ParcelState, taxable: TaxableInYear, year: number): Outcome {
  if (parcel.bills.some((bill) => bill.year === year)) return 'unchanged';
  if (taxable.taxableShares === 0) return 'exempt';
  if (taxable.assessmentYear === null) return 'not_assessed';
  const exempt = exemptValue(taxable.assessedCents, taxable.exemptions).reduce((sum, one) => sum + one.exemptCents, 0);
  return taxable.assessedCents === exempt ? 'exempt' : 'levied';
}

const levy = (
  propertyId: string,
  rates: RatesRow,
  timeZone: string,
  { user, job }: { user: string; job: string | undefined },
): RegistryRequest => {
  // Chosen once, so that judging a lost batch again produces the same bill.
  const billNumber = newBillNumber(rates.year);
  return {
    propertyIds: [propertyId],
    fileIds: [propertyId],
    judge(view, { index, at }) {
      const parcel = requireActive(view, propertyId);
      const taxable = taxableOf(parcel, view.file(propertyId), rates.year);
      const outcome = outcomeFor(parcel, taxable, rates.year);
      if (outcome === 'unchanged')
        return { repeats: parcel.bills.find(({ year }) => year === rates.year)?.leviedIndex ?? 0 };
      const { exemptions: _, assessmentYear, ...basis } = taxable;
      if (assessmentYear === null || outcome !== 'levied')
        throw new NotTaxed(outcome === 'levied' ? 'not_assessed' : outcome);
      const { lines, installments, totalCents, exempted } = computeBill(taxable, rates.rates, timeZone);
      const exemptCents = exempted.reduce((sum, one) => sum + one.exemptCents, 0);
      const issued: BillState = {
        billNumber,
        propertyId,
        year: rates.year,
        ratesIndex: rates.blockIndex,
        leviedIndex: index,
        issuedAt: at,
        totalCents,
        interestBasisPoints: rates.rates.interestBasisPoints,
        penaltyBasisPoints: rates.rates.penaltyBasisPoints,
        basis: {
          ...basis,
          assessmentYear,
          rates: ratesFor(rates.rates, taxable.propertyType),
          exempted,
        },
        lines,
        installments: dueOnceIssued(installments, at, timeZone),
        openFeeCents: 0,
        openInterestCents: 0,
      };
      const used = Math.min(parcel.creditCents, totalCents);
      const bills: readonly BillState[] = allocate([issued], used).bills;
      const account = books(propertyId);
      return {
        draft: registryBlockTypes.draft({
          action: 'registry.tax_levied',
          user,
          property_id: propertyId,
          year: rates.year,
          rates_block: rates.blockIndex,
          assessed_cents: taxable.assessedCents,
          assessment_year: assessmentYear,
          ...(exemptCents === 0 ? {} : { exempt_cents: exemptCents }),
          total_cents: totalCents,
          credit_used_cents: used,
          ...(job === undefined ? {} : { job }),
          time_zone: timeZone,
        }),
        parcels: [
          {
            ...parcel,
            bills: [...parcel.bills, ...bills],
            owedCents: parcel.owedCents + bills.reduce((sum, bill) => sum + openOf(bill), 0),
            creditCents: parcel.creditCents - used,
          },
        ],
        postings: balanced([
          ...move('revenue:tax', account.receivable, totalCents),
          ...move(account.receivable, account.credit, used),
        ]),
      };
    },
  };
};

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a new bill number with 60 random bits, because the number alone lets anyone see and pay the bill. */
function newBillNumber(year: number): string {
  const letters = Array.from(randomBytes(12), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${year}-${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}
