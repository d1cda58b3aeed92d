import { randomUUID } from 'node:crypto';
import type { Account } from '#domains/participants/server/index.ts';
import { EXEMPTIONS_MAX, type ExemptionRule, exemptionRefused } from '#domains/registry/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Registry } from '../open-registry.ts';
import { findProperties } from '../parcels/list-properties.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';
import type { RegistryRequest } from '../registry-state.ts';
import { noSuchProperty, requireActive } from '../require-parcel.ts';
import type { ExemptionState } from '../tax-file-state.ts';
import { readRatesUntil } from '../taxes/bills.ts';
import { commitTo, newCommitmentKey } from './commit-exemption.ts';
import { findExemptionGrantedBy } from './exemptions.ts';

export type GrantRequest = {
  readonly propertyId: string;
  readonly kind: string;
  readonly fromYear: number;
  readonly toYear: number | null;
  readonly reason: string;
};

/**
 * Grants an exemption with the amount that the rates of its first year set for its kind. The block commits to kind and amount and states
 * neither, because the amount reveals the kind, and the kind may reveal facts about a person.
 *
 * @throws AppError `registry.property_not_found`, `registry.property_retired`, `registry.exemption_refused` when one of the kind
 *   already applies to one of its years, `request.invalid` for a kind that the rates do not have
 */
export async function grantExemption(
  { database, requests }: Registry,
  caller: Account,
  request: GrantRequest,
  key: string | undefined,
): Promise<{ exemptionId: string; blockIndex: number }> {
  if ((await findProperties(database, [request.propertyId])).length === 0) throw noSuchProperty(request.propertyId);
  const { index } = await requests.append(
    grant(request, await requireRule({ database }, request), caller.username),
    keyOf(caller, key, ['exempt', request]),
  );
  const granted = await findExemptionGrantedBy(database, request.propertyId, index);
  if (granted === undefined) throw new Error(`Broken invariant: block ${index} granted an exemption`);
  return { exemptionId: granted.exemptionId, blockIndex: index };
}

async function requireRule({ database }: Pick<Registry, 'database'>, { kind, fromYear }: GrantRequest) {
  const rules = (await readRatesUntil(database, fromYear))?.rates.exemptions ?? [];
  const rule = rules.find((one) => one.kind === kind);
  if (rule !== undefined) return rule;
  const known = rules.map((one) => one.kind).join(', ');
  throw new AppError(validationFailed, `The rates for ${fromYear} have no exemption ${kind}.`, {
    hint: 'Kinds are set with the rates of a tax year.',
    errors: [
      {
        in: 'body',
        pointer: '/kind',
        message: known === '' ? `kind is not in the rates of ${fromYear}: they have none` : `kind is one of: ${known}`,
      },
    ],
  });
}

function grant(request: GrantRequest, rule: ExemptionRule, user: string): RegistryRequest {
  const { propertyId, kind, fromYear, toYear, reason } = request;
  // Chosen once, so that judging a lost batch again produces the same block.
  const [exemptionId, commitmentKey] = [randomUUID(), newCommitmentKey()];
  return {
    propertyIds: [propertyId],
    fileIds: [propertyId],
    judge(view, { index }) {
      const parcel = requireActive(view, propertyId);
      const { exemptions } = view.file(propertyId);
      const same = exemptions.find((one) => one.kind === kind && overlaps(one, fromYear, toYear));
      if (same !== undefined)
        throw new AppError(exemptionRefused, `${propertyId} has this exemption from ${same.fromYear} on.`, {
          hint: 'End it first, or choose other years.',
        });
      if (exemptions.length >= EXEMPTIONS_MAX)
        throw new AppError(exemptionRefused, `${propertyId} has had ${EXEMPTIONS_MAX} exemptions, which is the limit.`);
      const amount = { cents: rule.cents ?? null, basisPoints: rule.basisPoints ?? null };
      return {
        draft: registryBlockTypes.draft({
          action: 'registry.exemption_granted',
          user,
          property_id: propertyId,
          exemption: exemptionId,
          commitment: commitTo(commitmentKey, { exemptionId, propertyId, kind, ...amount }),
          from_year: fromYear,
          to_year: toYear,
        }),
        parcels: [parcel],
        exemption: {
          exemptionId,
          propertyId,
          kind,
          ...amount,
          commitmentKey,
          fromYear,
          toYear,
          reason,
          grantedIndex: index,
          endedIndex: null,
          endReason: null,
        },
      };
    },
  };
}

const overlaps = (one: ExemptionState, fromYear: number, toYear: number | null): boolean =>
  one.fromYear <= (toYear ?? Number.POSITIVE_INFINITY) && fromYear <= (one.toYear ?? Number.POSITIVE_INFINITY);
