import { randomUUID } from 'node:crypto';
import type { Account } from '#domains/participants/server/index.ts';
import { APPEALS_A_YEAR_MAX, appealRefused } from '#domains/registry/contract.ts';
import { AppError, forbidden, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { dayIn } from '#platform/server/time-zone.ts';
import type { Registry } from '../open-registry.ts';
import { findProperties } from '../parcels/list-properties.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';
import type { Position, RegistryRequest } from '../registry-state.ts';
import { noSuchProperty, requireActive } from '../require-parcel.ts';
import { findHolderOfAccount } from '../rights/parties.ts';
import type { AssessmentState, TaxFile } from '../tax-file-state.ts';
import { appealableUntil, readAppealDays } from './appeal-term.ts';
import { findAppealFiledBy } from './appeals.ts';

export type AppealRequest = {
  readonly propertyId: string;
  readonly year: number;
  readonly value: number;
  readonly statement: string;
  readonly documents: readonly string[];
};

type Term = { readonly days: number; readonly timeZone: string };

/**
 * Files an appeal against the assessment that counts for a year, as one of the owners at the moment of its block.
 *
 * @throws AppError `registry.property_not_found`, `registry.property_retired`, `request.forbidden` for a parcel that the caller does
 *   not own, `registry.appeal_refused`, `request.invalid` for a year that was not assessed or a value that is not lower
 */
export async function fileAppeal(
  { database, requests, timeZone }: Registry,
  caller: Account,
  request: AppealRequest,
  key: string | undefined,
): Promise<{ appealId: string; blockIndex: number }> {
  const { propertyId } = request;
  if ((await findProperties(database, [propertyId])).length === 0) throw noSuchProperty(propertyId);
  const holder = await findHolderOfAccount(database, propertyId, caller.id);
  if (holder === undefined) throw notYours(propertyId);
  const term = { days: await readAppealDays(database, request.year), timeZone };
  const { index } = await requests.append(filing(request, holder, term), keyOf(caller, key, ['appeal', request]));
  const filed = await findAppealFiledBy(database, index);
  if (filed === undefined) throw new Error(`Broken invariant: block ${index} filed an appeal`);
  return { appealId: filed.appealId, blockIndex: index };
}

function filing(request: AppealRequest, holder: string, term: Term): RegistryRequest {
  const { propertyId, year, value, statement, documents } = request;
  const appealId = randomUUID();
  return {
    propertyIds: [propertyId],
    fileIds: [propertyId],
    judge(view, position) {
      const parcel = requireActive(view, propertyId);
      // The caller may have sold it since the request arrived.
      if (!parcel.rights.has(holder)) throw notYours(propertyId);
      const assessment = requireAppealable(view.file(propertyId), request, position, term);
      return {
        draft: registryBlockTypes.draft({
          action: 'registry.appeal_filed',
          property_id: propertyId,
          appeal: appealId,
          year,
          assessment_block: assessment.index,
          requested_cents: value,
          documents: [...documents],
        }),
        parcels: [parcel],
        appeal: {
          appealId,
          propertyId,
          year,
          assessmentIndex: assessment.index,
          requestedCents: value,
          statement,
          documents,
          holder,
          state: 'open',
          filedAt: position.at,
          filedIndex: position.index,
          decidedAt: null,
          decidedIndex: null,
          decidedCents: null,
          reason: null,
        },
      };
    },
  };
}

function requireAppealable(
  { assessments, appeals }: TaxFile,
  { propertyId, year, value }: AppealRequest,
  { at }: Position,
  { days, timeZone }: Term,
): AssessmentState {
  const assessment = assessments.get(year);
  if (assessment === undefined)
    throw invalid(
      '/year',
      `year must be one that ${propertyId} was assessed for`,
      `${propertyId} was not assessed for ${year}.`,
    );
  const until = appealableUntil(assessment, days, timeZone);
  if (at > until)
    throw new AppError(appealRefused, `The term to appeal ended on ${dayIn(until, timeZone)}.`, {
      hint: `An assessment can be appealed for ${days} days.`,
    });
  const ofYear = appeals.filter((appeal) => appeal.year === year);
  if (ofYear.some(({ state }) => state === 'open'))
    throw new AppError(appealRefused, `An appeal against the assessment of ${year} is already open.`, {
      hint: 'It must be decided or withdrawn before you file another one.',
    });
  const decided = ofYear.some(
    ({ state, assessmentIndex, decidedIndex }) =>
      (state === 'denied' || state === 'granted') && [assessmentIndex, decidedIndex].includes(assessment.index),
  );
  if (decided)
    throw new AppError(appealRefused, `The assessment of ${year} was appealed and decided.`, {
      hint: 'A new assessment of the year can be appealed again.',
    });
  if (ofYear.length >= APPEALS_A_YEAR_MAX)
    throw new AppError(appealRefused, `At most ${APPEALS_A_YEAR_MAX} appeals can be filed for a year.`);
  const assessed = assessment.landCents + assessment.buildingCents;
  if (value >= assessed)
    throw invalid(
      '/value',
      `value must be below the assessed ${formatCents(assessed)}`,
      'The value is not lower than the assessed one.',
    );
  return assessment;
}

const invalid = (pointer: string, message: string, detail: string) =>
  new AppError(validationFailed, detail, { errors: [{ in: 'body', pointer, message }] });

const notYours = (propertyId: string) =>
  new AppError(forbidden, `${propertyId} is not your property.`, { hint: 'Only its owners can appeal.' });
