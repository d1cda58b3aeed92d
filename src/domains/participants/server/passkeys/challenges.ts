import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';

const VALID_MILLISECONDS = 5 * 60_000;

/** The purpose of a challenge: registering a passkey in one session, or signing in. */
export type ChallengePurpose = { readonly sessionId: string | undefined };

export async function storeChallenge(
  { database, clock }: { database: Database; clock: Clock },
  challenge: string,
  { sessionId }: ChallengePurpose,
): Promise<void> {
  const expiresAt = new Date(clock() + VALID_MILLISECONDS).toISOString();
  await database
    .insertInto('passkey_challenges')
    .values({ challenge, session_id: sessionId ?? null, expires_at: expiresAt })
    .execute();
}

/**
 * Uses up the challenge in a browser's response and returns it. Returns undefined if it is unknown, expired, used before,
 * or for another purpose. The signature over it is still to be verified.
 */
export async function claimChallenge(
  { database, clock }: { database: Database; clock: Clock },
  response: unknown,
  { sessionId }: ChallengePurpose,
): Promise<string | undefined> {
  const challenge = challengeIn(response);
  if (challenge === undefined) return undefined;
  const { rows } = await sql<{ valid: boolean }>`
    delete from passkey_challenges
    where challenge = ${challenge} and session_id is not distinct from ${sessionId ?? null}::uuid
    returning expires_at > ${new Date(clock()).toISOString()}::timestamptz as valid
  `.execute(database);
  return rows[0]?.valid === true ? challenge : undefined;
}

const Signed = z.object({ response: z.object({ clientDataJSON: z.string() }) });
const ClientData = z.object({ challenge: z.string().regex(/^[\w-]{1,200}$/) });

function challengeIn(response: unknown): string | undefined {
  const signed = Signed.safeParse(response);
  if (!signed.success) return undefined;
  try {
    const text = Buffer.from(signed.data.response.clientDataJSON, 'base64url').toString();
    return ClientData.safeParse(JSON.parse(text)).data?.challenge;
  } catch {
    return undefined;
  }
}

/** Removes unanswered challenges. */
export async function deleteExpiredChallenges(database: Database, clock: Clock): Promise<void> {
  await database.deleteFrom('passkey_challenges').where('expires_at', '<', new Date(clock()).toISOString()).execute();
}
