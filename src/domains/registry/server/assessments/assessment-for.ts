import type { AssessmentState } from '../tax-file-state.ts';
import type { BillState } from '../taxes/bill-state.ts';

type Assessments<Assessed> = ReadonlyMap<number, Assessed>;

/**
 * Returns the assessment that the tax of a year is computed from: that of the year, or else of the newest year before it.
 * Undefined for a year before the first assessment.
 */
export function assessmentFor<Assessed extends { readonly year: number }>(
  assessments: Assessments<Assessed>,
  year: number,
): Assessed | undefined {
  const own = assessments.get(year);
  if (own !== undefined) return own;
  let newest: Assessed | undefined;
  for (const one of assessments.values())
    if (one.year < year && (newest === undefined || one.year > newest.year)) newest = one;
  return newest;
}

/**
 * Returns the assessment that a bill is corrected by. Earlier versions billed years before the first assessment; such a bill stays
 * with the one that it was levied by.
 */
export const assessmentOf = (
  assessments: Assessments<AssessmentState>,
  { year, basis }: Pick<BillState, 'year' | 'basis'>,
): AssessmentState | undefined => assessmentFor(assessments, year) ?? assessments.get(basis.assessmentYear);

export const centsOf = ({ landCents, buildingCents }: Pick<AssessmentState, 'landCents' | 'buildingCents'>): number =>
  landCents + buildingCents;
