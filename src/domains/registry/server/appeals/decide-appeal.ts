import type { Account } from '#domains/participants/server/index.ts';
import { appealRefused } from '#domains/registry/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { assessedAt } from '../assessments/assess-property.ts';
import { assessmentOf } from '../assessments/assessment-for.ts';
import { APPEAL_GRANTED } from '../assessments/assessments.ts';
import { dueDayFor } from '../corrections/due-day.ts';
import { recomputeBill, withCorrections } from '../corrections/recompute-bill.ts';
import type { Registry } from '../open-registry.ts';
import { requireParcel } from '../payments/requirements.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';
import type { Change, ParcelState, Position, RegistryRequest } from '../registry-state.ts';
import { requireActive } from '../require-parcel.ts';
import type { Appeal, TaxFile } from '../tax-file-state.ts';
import { requireAppeal, requireOpen } from './withdraw-appeal.ts';

export type Decision = {
  readonly appealId: string;
  readonly outcome: 'denied' | 'granted';
  /** The new value, if it is granted. */
  readonly land?: number | undefined;
  readonly building?: number | undefined;
  readonly reason: string;
};

/**
 * Decides an open appeal, once. Granting it records a new assessment of the year and corrects the bills that are still based on the
 * earlier one, in one block, so that no levy or payment sees one without the other.
 *
 * @throws AppError `registry.appeal_not_found`, `registry.appeal_decided`, `registry.property_retired`, `registry.appeal_refused`
 *   when the parcel's value of the year is gone, `request.invalid` for a value that is not lower
 */
export async function decideAppeal(
  { database, requests, timeZone }: Registry,
  caller: Account,
  decision: Decision,
  key: string | undefined,
): Promise<{ appealId: string; blockIndex: number }> {
  const { propertyId } = await requireAppeal(database, decision.appealId);
  const { index } = await requests.append(
    deciding(decision, propertyId, caller.username, timeZone),
    keyOf(caller, key, ['decide', decision]),
  );
  return { appealId: decision.appealId, blockIndex: index };
}

const deciding = (decision: Decision, propertyId: string, user: string, timeZone: string): RegistryRequest => ({
  propertyIds: [propertyId],
  fileIds: [propertyId],
  judge(view, position) {
    const appeal = requireOpen(view, propertyId, decision.appealId);
    if (decision.outcome === 'granted') {
      const parcel = requireActive(view, propertyId);
      return grant(parcel, appeal, view.file(propertyId), decision, position, { user, timeZone });
    }
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.appeal_denied',
        user,
        property_id: propertyId,
        appeal: appeal.appealId,
        year: appeal.year,
      }),
      // An appeal of a property that was split or merged meanwhile can still be denied.
      parcels: [requireParcel(view, propertyId)],
      appeal: decided(appeal, decision, position),
    };
  },
});

function grant(
  parcel: ParcelState,
  appeal: Appeal,
  file: TaxFile,
  decision: Decision,
  position: Position,
  { user, timeZone }: { user: string; timeZone: string },
): Change {
  const { propertyId, year, appealId } = appeal;
  const [land, building] = [decision.land ?? 0, decision.building ?? 0];
  requireLower(file, appeal, land + building);
  const due = dueDayFor(position.at, timeZone);
  const corrected = parcel.bills
    .filter((bill) => bill.basis.assessmentYear === year && assessmentOf(file.assessments, bill)?.year === year)
    .map((bill) => {
      const { exempted, ...basis } = bill.basis;
      return recomputeBill(bill, { ...basis, assessedCents: land + building, exemptions: exempted }, due);
    })
    .filter(({ beforeCents, afterCents }) => beforeCents !== afterCents);
  const after = withCorrections(assessedAt(parcel, year, land + building), corrected);
  return {
    draft: registryBlockTypes.draft({
      action: 'registry.appeal_granted',
      user,
      property_id: propertyId,
      appeal: appealId,
      year,
      land_cents: land,
      building_cents: building,
      bills: corrected.map(({ bill, beforeCents, afterCents, creditCents }) => ({
        year: bill.year,
        before_cents: beforeCents,
        total_cents: afterCents,
        credit_cents: creditCents,
      })),
      time_zone: timeZone,
    }),
    parcels: [after.parcel],
    postings: after.postings,
    assessment: { propertyId, year, landCents: land, buildingCents: building, reason: APPEAL_GRANTED },
    appeal: { ...decided(appeal, decision, position), decidedCents: land + building },
    corrections: corrected.map(({ bill, beforeCents, afterCents, creditCents }) => ({
      billNumber: bill.billNumber,
      beforeCents,
      afterCents,
      creditCents,
      reason: decision.reason,
      appealId,
    })),
  };
}

const decided = (appeal: Appeal, { outcome, reason }: Decision, { index, at }: Position): Appeal => ({
  ...appeal,
  state: outcome,
  reason,
  decidedAt: at,
  decidedIndex: index,
});

function requireLower({ assessments }: TaxFile, { year }: Appeal, cents: number): void {
  const current = assessments.get(year);
  if (current === undefined) throw new AppError(appealRefused, `No assessment of ${year} was found.`);
  const assessed = current.landCents + current.buildingCents;
  if (cents < assessed) return;
  const message = `land must be below the assessed ${formatCents(assessed)} together with building`;
  throw new AppError(validationFailed, 'Granting an appeal requires a lower value.', {
    hint: 'Deny the appeal to leave the assessment as it is.',
    errors: [{ in: 'body', pointer: '/land', message }],
  });
}
