import { identifierTaken } from '#domains/participants/contract.ts';
import { AppError, type FieldError, validationFailed } from '#platform/contract/errors.ts';
import { explainMisleadingId } from '#platform/contract/misleading-ids.ts';
import type { Database } from '#platform/server/database/database.ts';
import { canonicalParty } from './canonical-party.ts';
import { findConfirmed, insertIdentifiers } from './identifier-rows.ts';

const MESSAGE = 'This identifier is confirmed for another participant. Remove it, or ask an administrator.';

/**
 * Claims external identifiers for a new participant. Others may claim the same ones until one claim is confirmed.
 * @throws AppError `request.invalid` for one that could be taken for another, `participants.identifier_taken` with the pointer of each identifier that is confirmed for another
 */
export async function claimIdentifiers(tx: Database, accountId: string, identifiers: readonly string[]): Promise<void> {
  refuseMisleading(identifiers);
  const canonicals = identifiers.map(canonicalParty);
  const confirmed = await findConfirmed(tx, canonicals);
  const errors = canonicals.flatMap((canonical, i): FieldError[] =>
    confirmed.has(canonical) ? [{ in: 'body', pointer: `/identifiers/${i}`, message: MESSAGE }] : [],
  );
  if (errors.length > 0) throw new AppError(identifierTaken, MESSAGE, { errors });
  await insertIdentifiers(tx, accountId, identifiers);
}

function refuseMisleading(identifiers: readonly string[]): void {
  const errors = identifiers.flatMap((identifier, i): FieldError[] => {
    const message = explainMisleadingId('An identifier', identifier);
    return message === undefined ? [] : [{ in: 'body', pointer: `/identifiers/${i}`, message }];
  });
  const [first] = errors;
  if (first !== undefined) throw new AppError(validationFailed, first.message, { errors });
}
