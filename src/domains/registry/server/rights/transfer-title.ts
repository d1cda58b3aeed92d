import type { Account } from '#domains/participants/server/index.ts';
import { type Fraction, type MoveProblem, moveFraction } from '#domains/registry/contract/title/fractions.ts';
import { type Owner, titleRefused } from '#domains/registry/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Registry } from '../open-registry.ts';
import { readReplaced, requireNoDebtBefore } from '../parcels/debt-before.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';
import type { NewHolder, ParcelState, RegistryRequest } from '../registry-state.ts';
import { requireActive } from '../require-parcel.ts';
import { resolveOwner } from './resolve-owner.ts';

export type TransferRequest = {
  readonly propertyId: string;
  readonly from: string;
  readonly to: Owner | { readonly holder: string };
  readonly fraction: Fraction;
  readonly documentSha256?: string | undefined;
};

/**
 * Transfers a fraction of a parcel. Afterwards the fractions of its owners add up to exactly one, under any
 * concurrency.
 *
 * @throws AppError `registry.property_not_found`, `registry.property_retired`, `registry.tax_owed` on a parcel that it replaced,
 * `registry.title_refused` when the owner has less than the fraction, `server.unavailable` when the stored owners differ from what
 * the blocks state
 */
export async function transferTitle(
  registry: Registry,
  caller: Account,
  request: TransferRequest,
  key: string | undefined,
): Promise<{ blockIndex: number }> {
  const to = await resolveOwner(registry.database, request.propertyId, request.to);
  const replaced = await readReplaced(registry.database, [request.propertyId]);
  const { index } = await registry.requests.append(
    transfer(request, to, replaced, caller.username),
    keyOf(caller, key, ['transfer', request]),
  );
  return { blockIndex: index };
}

/** Returns the request that moves a fraction to a holder. */
export const transfer = (
  { propertyId, from, fraction, documentSha256 }: Omit<TransferRequest, 'to'>,
  to: { readonly holder: string; readonly added?: NewHolder | undefined },
  replaced: readonly string[],
  user: string,
): RegistryRequest => ({
  propertyIds: [propertyId, ...replaced],
  titleIds: [propertyId],
  judge(view, { index, at }) {
    const parcel = requireActive(view, propertyId);
    requireNoDebtBefore(view, replaced);
    const after = afterMove(parcel, from, to.holder, fraction);
    const rights = new Map(
      [...after.held].map(([holder, shares]) => {
        const known = parcel.rights.get(holder);
        return [holder, { acquiredAt: at, acquiredIndex: index, ...known, shares }];
      }),
    );
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.title_transferred',
        user,
        property_id: propertyId,
        from,
        to: to.holder,
        ...fraction,
        document_sha256: documentSha256 ?? null,
        shares: after.shares,
        rights: [...rights].map(([holder, { shares }]) => ({ holder, shares })),
      }),
      parcels: [{ ...parcel, shares: after.shares, rights, titleIndex: index }],
      holders: to.added === undefined ? [] : [to.added],
    };
  },
});

function afterMove(parcel: ParcelState, from: string, to: string, fraction: Fraction) {
  const held = new Map([...parcel.rights].map(([holder, { shares }]) => [holder, shares]));
  const after = moveFraction({ shares: parcel.shares, held }, from, to, fraction);
  if ('problem' in after) throw refusal(after.problem, parcel.facts.propertyId, from);
  return after;
}

function refusal(problem: MoveProblem, propertyId: string, from: string): AppError {
  const messages: Record<MoveProblem, string> = {
    'holds none': `${from} does not own any part of ${propertyId}.`,
    'holds less': `${from} owns less of ${propertyId} than that.`,
    'too fine': `${propertyId} cannot be divided into more than a billion shares.`,
    'not a fraction': 'A fraction is at most one: its numerator is at most its denominator.',
    'same holder': 'Name two different owners.',
  };
  if (problem === 'not a fraction')
    return new AppError(validationFailed, messages[problem], {
      errors: [{ in: 'body', pointer: '/fraction/numerator', message: 'numerator must be at most the denominator' }],
    });
  return new AppError(titleRefused, messages[problem], { hint: "The property's page lists its owners and fractions." });
}
