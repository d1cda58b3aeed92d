import type { Account } from '#domains/participants/server/index.ts';
import { exemptionNotFound, exemptionRefused } from '#domains/registry/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Registry } from '../open-registry.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';
import type { RegistryRequest } from '../registry-state.ts';
import { requireActive } from '../require-parcel.ts';
import type { ExemptionState } from '../tax-file-state.ts';
import { findExemption } from './exemptions.ts';

export type EndRequest = { readonly exemptionId: string; readonly lastYear: number; readonly reason: string };

/**
 * Ends an exemption after a tax year. Levied bills stay as they are.
 *
 * @throws AppError `registry.exemption_not_found`, `registry.exemption_refused` when it has ended, `registry.property_retired`,
 *   `request.invalid` for a year outside of the exemption
 */
export async function endExemption(
  { database, requests }: Registry,
  caller: Account,
  request: EndRequest,
  key: string | undefined,
): Promise<{ exemptionId: string; blockIndex: number }> {
  const found = await findExemption(database, request.exemptionId);
  if (found === undefined)
    throw new AppError(exemptionNotFound, 'The exemption was not found.', {
      hint: 'GET /api/detroit/properties/{id}/tax-file lists those of a property.',
    });
  const { index } = await requests.append(
    end(request, found.propertyId, caller.username),
    keyOf(caller, key, ['end exemption', request]),
  );
  return { exemptionId: request.exemptionId, blockIndex: index };
}

const end = ({ exemptionId, lastYear, reason }: EndRequest, propertyId: string, user: string): RegistryRequest => ({
  propertyIds: [propertyId],
  fileIds: [propertyId],
  judge(view, { index }) {
    const parcel = requireActive(view, propertyId);
    const exemption = view.file(propertyId).exemptions.find((one) => one.exemptionId === exemptionId);
    if (exemption === undefined) throw new Error(`Broken invariant: ${propertyId} has the exemption ${exemptionId}`);
    if (exemption.endedIndex !== null)
      throw new AppError(exemptionRefused, `The exemption was already ended in block ${exemption.endedIndex}.`, {
        hint: 'Grant it again if it applies to further years.',
      });
    requireWithin(exemption, lastYear);
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.exemption_ended',
        user,
        property_id: propertyId,
        exemption: exemptionId,
        last_year: lastYear,
      }),
      parcels: [parcel],
      exemption: { ...exemption, toYear: lastYear, endedIndex: index, endReason: reason },
    };
  },
});

function requireWithin({ fromYear, toYear }: ExemptionState, lastYear: number): void {
  const [first, last] = [fromYear - 1, toYear === null ? undefined : toYear - 1];
  if (lastYear >= first && (last === undefined || lastYear <= last)) return;
  const range = last === undefined ? `${first} or later` : `between ${first} and ${last}`;
  throw new AppError(validationFailed, 'The last year is outside of the exemption.', {
    errors: [{ in: 'body', pointer: '/lastYear', message: `lastYear must be ${range}` }],
  });
}
