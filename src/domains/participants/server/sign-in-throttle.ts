import { createHash } from 'node:crypto';
import { AppError, tooManyRequests } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { countedNetwork } from '#platform/server/http/counted-network.ts';
import { createTurns } from '#platform/server/in-turn.ts';
import { countAttempt, deleteAttempts, readWaitSeconds, type Subject, takeBackAttempt } from './attempt-counts.ts';
import { isKnownPlace, storePlace } from './sign-in-places.ts';

/**
 * The number of attempts an hour without delay, and the maximum wait. People mistype, and an office shares one
 * address. The limits that strangers can exhaust for others wait only briefly.
 */
const LIMITS = {
  /** One account from one network. */
  place: { free: 5, delayMaxSeconds: 900 },
  /** One account from all networks, against many guessing addresses. */
  account: { free: 20, delayMaxSeconds: 60 },
  /** All accounts from one network, against one password tried for many names. */
  network: { free: 100, delayMaxSeconds: 60 },
  /** Codes of one account from everywhere. Only a caller with the password can exhaust it. */
  code: { free: 5, delayMaxSeconds: 900 },
  signUp: { free: 60, delayMaxSeconds: 900 },
  /** Challenges for passkeys: rows that anyone may create. */
  challenge: { free: 600, delayMaxSeconds: 60 },
} as const;

/** An attempt with a password or a code, which counts as failed until its outcome is reported. */
export type Attempt = {
  /** It was right: resets the failures at this place and takes this attempt back elsewhere. */
  succeeded(): Promise<void>;
  /** It was not checked after all. */
  dropped(): Promise<void>;
};

/**
 * Slows down guessing and floods of accounts. After the free attempts each further one doubles the wait. An attempt
 * counts before its password is checked, so a burst gets no more guesses than sequential attempts. An owner is exempt
 * from the attempts of others: on a network of an earlier sign-in, only failures for this account from there count.
 */
export function createSignInThrottle(database: Database, clock: Clock) {
  /** Those of one client wait for each other's row locks anyway: here they wait without holding a database connection each. */
  const inTurn = createTurns();

  /** Counts all subjects or none. Throws `request.too_many` for the first that has to wait. Those of one client take turns. */
  const countAll = (client: string, subjects: readonly Subject[], message: string) =>
    inTurn(client, () => countTogether(subjects, message));

  async function countTogether(subjects: readonly Subject[], message: string): Promise<() => Promise<void>> {
    const now = new Date(clock()).toISOString();
    const counted = await database.transaction().execute(async (tx) => {
      const until: { subject: Subject; blockedUntil: string }[] = [];
      // In a fixed order, so that two attempts never deadlock.
      for (const subject of subjects.toSorted((a, b) => Buffer.compare(a.key, b.key))) {
        const blockedUntil = await countAttempt(tx, subject, now);
        if (blockedUntil === undefined) throw tooMany(message, await readWaitSeconds(tx, subject, clock()));
        until.push({ subject, blockedUntil });
      }
      return until;
    });
    return async () => {
      for (const { subject, blockedUntil } of counted) await takeBackAttempt(database, subject, blockedUntil);
    };
  }

  return {
    /**
     * Counts an attempt as failed before anything else happens.
     * @throws AppError `request.too_many` with the seconds to wait
     */
    async begin(username: string, ip: string): Promise<Attempt> {
      const place: Subject = { key: placeOf(username, ip), ...LIMITS.place };
      const shared: Subject[] = [
        { key: digest(`account ${username.toLowerCase()}`), ...LIMITS.account },
        { key: digest(`address ${countedNetwork(ip)}`), ...LIMITS.network },
      ];
      const isKnown = await isKnownPlace(database, place.key, clock);
      const takeBack = await countAll(
        countedNetwork(ip),
        isKnown ? [place] : [place, ...shared],
        'Too many failed sign-ins.',
      );
      return {
        async succeeded() {
          await takeBack();
          await deleteAttempts(database, place);
          await storePlace(database, place.key, clock);
        },
        dropped: takeBack,
      };
    },

    /**
     * Counts a code as wrong before it is checked. Counts by account, whatever the network: 1 of 300,000 guesses is
     * right, and this leaves about 120 of them a day.
     * @throws AppError `request.too_many` with the seconds to wait
     */
    async beginCode(accountId: string): Promise<Attempt> {
      const subject = { key: digest(`code ${accountId}`), ...LIMITS.code };
      const dropped = await countAll(accountId, [subject], 'Too many wrong codes.');
      return { succeeded: () => deleteAttempts(database, subject), dropped };
    },

    /**
     * Counts a sign-up from this address.
     * @throws AppError `request.too_many` with the seconds to wait
     */
    async beginSignUp(ip: string): Promise<void> {
      const subject = { key: digest(`sign-up ${countedNetwork(ip)}`), ...LIMITS.signUp };
      await countAll(countedNetwork(ip), [subject], 'Too many accounts were created from this address.');
    },

    /**
     * Counts a challenge for a passkey that was requested from this address.
     * @throws AppError `request.too_many` with the seconds to wait
     */
    async beginChallenge(ip: string): Promise<void> {
      const subject = { key: digest(`challenge ${countedNetwork(ip)}`), ...LIMITS.challenge };
      await countAll(countedNetwork(ip), [subject], 'Too many sign-ins with passkeys were begun from this address.');
    },

    /** Treats the network from which an account was created like one from which it signed in. */
    signedUp: (username: string, ip: string): Promise<void> => storePlace(database, placeOf(username, ip), clock),
  };
}

const tooMany = (message: string, seconds: number) =>
  new AppError(tooManyRequests, `${message} Try again in ${inWords(seconds)}.`, { retryAfterSeconds: seconds });

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;

const placeOf = (username: string, ip: string) => digest(`account ${username.toLowerCase()} ${countedNetwork(ip)}`);

/** Names and addresses are stored only as digests, so the tables do not reveal who tried to sign in. */
const digest = (text: string) => createHash('sha256').update(text).digest();

const inWords = (seconds: number) =>
  seconds === 1 ? '1 second' : seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
