import { assessmentFor } from '../assessments/assessment-for.ts';
import type { Appeal } from '../tax-file-state.ts';
import type { ParcelBlock } from './replay-parcel.ts';

/** The bill of a year, replayed from the chain. Its number, its lines and its due days are derived or not on the chain. */
export type ReplayedBill = {
  readonly leviedIndex: number;
  readonly issuedAt: number;
  readonly ratesIndex: number;
  readonly assessedCents: number;
  /** The year of the assessment that it is computed from. Undefined: older blocks do not state it. */
  readonly assessmentYear: number | undefined;
  /** Undefined after an appeal, whose block states the new value but not the exempt part. */
  readonly exemptCents: number | undefined;
  /** The tax as levied, and after the newest correction. */
  readonly leviedCents: number;
  readonly taxCents: number;
  /** When it was corrected, in milliseconds since the epoch. */
  readonly correctedAt: readonly number[];
};

export type ReplayedAppeal = Pick<
  Appeal,
  | 'year'
  | 'assessmentIndex'
  | 'requestedCents'
  | 'documents'
  | 'state'
  | 'filedIndex'
  | 'decidedIndex'
  | 'decidedCents'
  | 'filedAt'
  | 'decidedAt'
>;

/** The bills of a parcel by year, its appeals by id, and its late charges and waivers in cents. */
export type ReplayedTax = {
  /** The assessment that counts for each year, in cents. */
  readonly assessments: Map<number, { readonly year: number; readonly cents: number }>;
  readonly bills: Map<number, ReplayedBill>;
  readonly appeals: Map<string, ReplayedAppeal>;
  penaltyCents: number;
  interestCents: number;
  waivedPenaltyCents: number;
  waivedInterestCents: number;
  /** Blocks that contradict the assessments before them. */
  readonly problems: string[];
};

type Data = {
  action: string;
  year: number;
  rates_block: number;
  assessed_cents: number;
  assessment_year?: number;
  exempt_cents?: number;
  total_cents: number;
  penalty_cents: number;
  interest_cents: number;
  land_cents: number;
  building_cents: number;
  lifted?: readonly { property_id: string; penalty_cents: number; interest_cents: number }[];
  bills: readonly { year: number; total_cents: number }[];
  appeal: string;
  assessment_block: number;
  requested_cents: number;
  documents: readonly string[];
};

/** Replays the bills and appeals of one parcel from its blocks, in order. */
export function replayTax(blocks: readonly ParcelBlock[]): ReplayedTax {
  const tax: ReplayedTax = {
    assessments: new Map(),
    bills: new Map(),
    appeals: new Map(),
    penaltyCents: 0,
    interestCents: 0,
    waivedPenaltyCents: 0,
    waivedInterestCents: 0,
    problems: [],
  };
  for (const block of blocks) apply(tax, block, JSON.parse(block.data) as Data);
  return tax;
}

function apply(tax: ReplayedTax, { id, index, timestamp }: ParcelBlock, data: Data): void {
  const at = timestamp * 1000;
  const decide = (state: Appeal['state'], decidedCents: number | null = null) => {
    const filed = tax.appeals.get(data.appeal);
    if (filed !== undefined)
      tax.appeals.set(data.appeal, { ...filed, state, decidedIndex: index, decidedAt: at, decidedCents });
  };
  const correct = (year: number, changes: Partial<ReplayedBill>) => {
    const bill = tax.bills.get(year);
    if (bill !== undefined) tax.bills.set(year, { ...bill, ...changes, correctedAt: [...bill.correctedAt, at] });
  };
  const assess = () => {
    const cents = data.land_cents + data.building_cents;
    tax.assessments.set(data.year, { year: data.year, cents });
    return cents;
  };
  switch (data.action) {
    case 'registry.assessed':
      assess();
      return;
    case 'registry.tax_levied':
      expectAssessment(tax, index, data, assessmentFor(tax.assessments, data.year));
      tax.bills.set(data.year, {
        leviedIndex: index,
        issuedAt: at,
        ratesIndex: data.rates_block,
        assessedCents: data.assessed_cents,
        assessmentYear: data.assessment_year,
        exemptCents: data.exempt_cents ?? 0,
        leviedCents: data.total_cents,
        taxCents: data.total_cents,
        correctedAt: [],
      });
      return;
    case 'registry.tax_charged':
      tax.penaltyCents += data.penalty_cents;
      tax.interestCents += data.interest_cents;
      return;
    case 'registry.tax_paid': {
      const lifted = data.lifted?.find(({ property_id }) => property_id === id);
      tax.penaltyCents -= lifted?.penalty_cents ?? 0;
      tax.interestCents -= lifted?.interest_cents ?? 0;
      return;
    }
    case 'registry.charges_waived':
      tax.waivedPenaltyCents += data.penalty_cents;
      tax.waivedInterestCents += data.interest_cents;
      return;
    case 'registry.bill_corrected': {
      const { assessed_cents: assessedCents, exempt_cents: exemptCents, total_cents: taxCents } = data;
      const assessmentYear = data.assessment_year ?? tax.bills.get(data.year)?.assessmentYear;
      const stays = tax.assessments.get(data.assessment_year ?? 0);
      expectAssessment(tax, index, data, assessmentFor(tax.assessments, data.year) ?? stays);
      correct(data.year, { assessedCents, assessmentYear, exemptCents, taxCents });
      return;
    }
    case 'registry.appeal_filed':
      tax.appeals.set(data.appeal, {
        year: data.year,
        assessmentIndex: data.assessment_block,
        requestedCents: data.requested_cents,
        documents: data.documents,
        state: 'open',
        filedIndex: index,
        filedAt: at,
        decidedIndex: null,
        decidedAt: null,
        decidedCents: null,
      });
      return;
    case 'registry.appeal_withdrawn':
      decide('withdrawn');
      return;
    case 'registry.appeal_denied':
      decide('denied');
      return;
    case 'registry.appeal_granted': {
      const assessedCents = assess();
      decide('granted', assessedCents);
      for (const { year, total_cents: taxCents } of data.bills)
        correct(year, { assessedCents, exemptCents: undefined, taxCents });
    }
  }
}

/** Adds a problem for a tax that is computed from another assessment than the one for its year. */
function expectAssessment(
  tax: ReplayedTax,
  index: number,
  { year, assessment_year: stated, assessed_cents: cents }: Data,
  expected: { readonly year: number; readonly cents: number } | undefined,
): void {
  if (stated === undefined || (stated === expected?.year && cents === expected.cents)) return;
  const own = expected === undefined ? 'none' : `${expected.cents} cents of ${expected.year}`;
  tax.problems.push(`block ${index} taxes ${year} by ${cents} cents of ${stated}, its assessment is ${own}`);
}
