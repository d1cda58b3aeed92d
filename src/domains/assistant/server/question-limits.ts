import { AppError, tooManyRequests } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';

/** Questions that may come at once; as many more are granted each minute. */
const PER_MINUTE = { account: 60, address: 30 } as const;
const ASKERS_MAX = 10_000;

export type QuestionLimits = {
  /** @throws AppError `request.too_many` with the seconds to wait */
  count(asker: { accountId: string | undefined; ip: string }): void;
};

/** Counts questions by account, or by address where nobody is signed in. Each process counts for itself. */
export function createQuestionLimits(clock: Clock): QuestionLimits {
  const askers = new Map<string, { left: number; at: number }>();
  return {
    count({ accountId, ip }) {
      const key = accountId ?? `address ${ip}`;
      const limit = PER_MINUTE[accountId === undefined ? 'address' : 'account'];
      const now = clock();
      const known = askers.get(key) ?? { left: limit, at: now };
      const left = Math.min(limit, known.left + ((now - known.at) / 60_000) * limit);
      if (left < 1) {
        const seconds = Math.max(1, Math.ceil(((1 - left) / limit) * 60));
        throw new AppError(tooManyRequests, `Too many questions. Ask again in ${seconds} seconds.`, {
          retryAfterSeconds: seconds,
        });
      }
      // Taken out and put back, so that the first of the map is whoever asked longest ago.
      askers.delete(key);
      askers.set(key, { left: left - 1, at: now });
      const [oldest] = askers.keys();
      if (askers.size > ASKERS_MAX && oldest !== undefined) askers.delete(oldest);
    },
  };
}
