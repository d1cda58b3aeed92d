import type { Account } from '#domains/participants/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { dayIn } from '#platform/server/time-zone.ts';
import type { Registry } from '../open-registry.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';
import type { ParcelState, RegistryRequest } from '../registry-state.ts';
import { requireActive } from '../require-parcel.ts';

export type AssessmentRequest = {
  readonly propertyId: string;
  readonly year: number;
  readonly land: number;
  readonly building: number;
  /** Required for a year that was assessed before. */
  readonly reason?: string | undefined;
};

/**
 * Records the assessed value of a parcel for a year, at most five years ahead. The newest year counts for the parcel; a second
 * assessment of that year needs a reason, replaces its value and leaves the first on the ledger.
 *
 * @throws AppError `registry.property_not_found`, `registry.property_retired`, `request.invalid` without a reason or for a
 *   later year
 */
export async function assessProperty(
  registry: Registry,
  caller: Account,
  request: AssessmentRequest,
  key: string | undefined,
): Promise<{ blockIndex: number }> {
  const { index } = await registry.requests.append(
    assessment(request, caller.username, registry.timeZone),
    keyOf(caller, key, ['assess', request]),
  );
  return { blockIndex: index };
}

/** Years that can be assessed ahead. The newest year's value counts, so a typo in the year would stay permanently. */
const YEARS_AHEAD = 5;

/** Returns the request that assesses a parcel. Years end in the time zone of the city. */
export const assessment = (request: AssessmentRequest, user: string, timeZone: string): RegistryRequest => ({
  propertyIds: [request.propertyId],
  fileIds: [request.propertyId],
  judge(view, { at }) {
    const { propertyId, year, land, building, reason } = request;
    const last = Number(dayIn(at, timeZone).slice(0, 4)) + YEARS_AHEAD;
    if (year > last) throw yearTooLate(propertyId, last);
    const parcel = requireActive(view, propertyId);
    const corrects = view.file(propertyId).assessments.has(year);
    if (corrects && reason === undefined) throw reasonMissing(propertyId, year);
    const why = corrects ? (reason ?? null) : null;
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.assessed',
        user,
        property_id: propertyId,
        year,
        land_cents: land,
        building_cents: building,
        ...(why === null ? {} : { reason: why }),
      }),
      parcels: [assessedAt(parcel, year, land + building)],
      assessment: { propertyId, year, landCents: land, buildingCents: building, reason: why },
    };
  },
});

/** Returns a parcel with the value of a year, which counts unless a later year was assessed. */
export const assessedAt = (parcel: ParcelState, year: number, cents: number): ParcelState =>
  parcel.assessedYear === null || year >= parcel.assessedYear
    ? { ...parcel, assessedYear: year, assessedCents: cents }
    : parcel;

const reasonMissing = (propertyId: string, year: number) =>
  new AppError(validationFailed, `${propertyId} was already assessed for ${year}.`, {
    hint: 'A correction requires a reason, which is public.',
    errors: [{ in: 'body', pointer: '/reason', message: 'reason is required to correct an assessment' }],
  });

const yearTooLate = (propertyId: string, last: number) =>
  new AppError(validationFailed, `${propertyId} can be assessed until ${last}.`, {
    hint: `Assess it for ${last} or an earlier year.`,
    errors: [{ in: 'body', pointer: '/year', message: `year must be ${last} or earlier` }],
  });
