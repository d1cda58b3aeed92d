import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { holds } from '#domains/participants/contract.ts';
import { type Account, findById, findByUsername } from '#domains/participants/server/index.ts';
import { reduced } from '#domains/registry/contract/title/fractions.ts';
import { canRunRegistry, residentNotFound } from '#domains/registry/contract.ts';
import { AppError, forbidden } from '#platform/contract/errors.ts';
import { paginate } from '#platform/contract/pagination.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findProperties, toProperty } from '../parcels/list-properties.ts';
import { readRightsOfAccount, sumRightsOfAccount } from '../rights/parties.ts';

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/**
 * Reads the properties of an account, with its fractions of them.
 *
 * @throws AppError `request.forbidden` for another resident, `registry.resident_not_found`
 */
export async function readResident(
  db: Database,
  caller: Account,
  id: string,
  { property, ...page }: { readonly page: number; readonly limit: number; readonly property?: string | undefined },
) {
  const isOwn = id === caller.id || id.toLowerCase() === caller.username.toLowerCase();
  if (!isOwn && !holds(caller, canRunRegistry))
    throw new AppError(forbidden, 'You can only see your own properties.', {
      hint: 'A government account can see those of any resident.',
    });
  const found = isOwn ? caller : (await (isUuid(id) ? findById(db, id) : findByUsername(db, id)))?.account;
  if (found === undefined) throw new AppError(residentNotFound, `Account ${id} was not found.`);
  const [rights, totals] = await Promise.all([
    readRightsOfAccount(db, found.id, { ...page, property }),
    sumRightsOfAccount(db, found.id),
  ]);
  const [properties, blocks] = await Promise.all([
    findProperties(
      db,
      rights.map(({ propertyId }) => propertyId),
    ),
    readBlocksAt(db, [...new Set(rights.map(({ acquiredIndex }) => acquiredIndex))]),
  ]);
  const hashes = new Map(blocks.map(({ index, hash }) => [index, hash]));
  return {
    properties: properties.map(toProperty),
    pagination: paginate({ total: property === undefined ? totals.properties : rights.length, ...page }),
    // A party has one right in a property.
    totalProperties: totals.properties,
    totalOwnerships: totals.properties,
    totalTaxOwed: totals.owedCents,
    totalAssessedValue: totals.assessedCents,
    propertiesOwing: totals.owing,
    ownerships: rights.map(({ holder, propertyId, shares, of, acquiredAt, acquiredIndex }) => ({
      id: holder,
      propertyId,
      fraction: shares / of,
      shares: reduced({ numerator: shares, denominator: of }),
      acquiredAt,
      transferTx: hashes.get(acquiredIndex) ?? null,
    })),
  };
}
