import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { findInvisible, findMixedAlphabets } from '#platform/contract/misleading-text.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findByUsername } from './accounts.ts';

/** Throws for a display name with characters that could make it look like another one. */
export function refuseMisleadingName(displayName: string | null | undefined): void {
  const text = displayName ?? '';
  const invisible = findInvisible(text);
  // Company names may join words of two alphabets. Within a word, a foreign letter could imitate another.
  const letter =
    invisible === undefined
      ? text
          .split(/[^\p{L}\p{M}]+/u)
          .map(findMixedAlphabets)
          .find(Boolean)
      : undefined;
  if (invisible === undefined && letter === undefined) return;
  const message =
    invisible === undefined
      ? `Display name must not mix alphabets within a word: it contains ${letter}`
      : `Display name must not contain the invisible character ${invisible}`;
  throw refused(message);
}

/**
 * Throws for a display name that is the username of another account, in any case: readers who recognize the username would
 * take this account for that one.
 */
export async function refuseUsernameOfAnother(
  db: Database,
  displayName: string | null | undefined,
  own: { readonly username: string },
): Promise<void> {
  if (!displayName || displayName.toLowerCase() === own.username.toLowerCase()) return;
  const other = await findByUsername(db, displayName);
  if (other !== undefined)
    throw refused(`Display name must not be the username of another account: ${other.account.username}`);
}

const refused = (message: string) =>
  new AppError(validationFailed, message, { errors: [{ in: 'body', pointer: '/displayName', message }] });
