import { hash, verify } from '@node-rs/argon2';
import { AppError, unavailable } from '#platform/contract/errors.ts';

/** OWASP ASVS 5 appendix C: argon2id with 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CURRENT_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Reports whether the password matches. Without a hash (unknown user), it does the same work and returns false. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** Reports whether a hash uses weaker parameters than today's. */
  isOutdated(passwordHash: string): boolean;
};

/**
 * Hashes and checks passwords, at most `parallel` at a time with `waitingMax` more in a queue. A burst of sign-ins
 * gets 503 instead of starving other users of the thread pool.
 */
export function createPasswords(parallel: number, waitingMax: number): Passwords {
  const enter = createTurnstile(parallel, waitingMax);
  let dummy: Promise<string> | undefined;
  return {
    hash: (password) => enter(() => hash(password, PARAMETERS)),
    async verify(passwordHash, password) {
      dummy ??= hash('nobody has this password', PARAMETERS);
      const against = passwordHash ?? (await dummy);
      const fits = await enter(() => verify(against, password));
      return fits && passwordHash !== undefined;
    },
    isOutdated: (passwordHash) => !passwordHash.startsWith(CURRENT_PREFIX),
  };
}

function createTurnstile(parallel: number, waitingMax: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= parallel) {
      if (waiting.length >= waitingMax)
        throw new AppError(unavailable, 'Too many people are signing in or up right now. Try again in a few seconds.', {
          retryAfterSeconds: 3,
        });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
