import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, tooManyRequests } from '#platform/contract/errors.ts';
import { type CostClass, costClasses } from '#platform/contract/route-cost.ts';
import type { RateLimits } from '../limits-config.ts';
import { countedNetwork } from './counted-network.ts';
import { RequestCounts } from './request-counts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The class whose limit counts the route. A route without one serves files. */
    cost?: CostClass | 'unlimited';
  }
}

/**
 * Counts a request of a signed-in account.
 * @throws AppError `request.too_many` with the seconds to wait
 */
export type CountAccount = (request: FastifyRequest, reply: FastifyReply, accountId: string) => Promise<void>;

const WINDOW_SECONDS = 60;

/**
 * Limits the requests a minute from one address, by the class of their route, before anything of a request is parsed or
 * looked up. Returns the function that counts the account of a request after authentication. Responses state the
 * remaining requests in `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds), for the limit with
 * fewer remaining.
 */
export async function limitRequests(app: FastifyInstance, limits: RateLimits): Promise<CountAccount> {
  await app.register(rateLimit, { global: false, store: RequestCounts });
  const accounts = new WeakMap<FastifyRequest, string>();
  const limiters = new Map(
    costClasses.map((cost) => {
      const { perAddress, perAccount } = limits[cost];
      const limiter = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
        app.createRateLimit({ max, timeWindow: WINDOW_SECONDS * 1000, keyGenerator });
      return [
        cost,
        {
          byAddress: limiter(perAddress, ({ ip }) => countedNetwork(ip)),
          byAccount:
            perAccount === undefined ? undefined : limiter(perAccount, (request) => accounts.get(request) ?? ''),
        },
      ] as const;
    }),
  );

  app.addHook('onRequest', async (request, reply) => {
    const cost = costOfRequest(request);
    if (cost === 'unlimited') return;
    settle(await limiters.get(cost)?.byAddress(request), reply, { cost, whose: 'your address' });
  });
  return async (request, reply, accountId) => {
    const cost = costOfRequest(request);
    const byAccount = cost === 'unlimited' ? undefined : limiters.get(cost)?.byAccount;
    if (byAccount === undefined) return;
    accounts.set(request, accountId);
    settle(await byAccount(request), reply, { cost, whose: 'your account' });
  };
}

const costOfRequest = ({ routeOptions }: FastifyRequest) => routeOptions.config.cost ?? 'file';

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>> | undefined;

/** Sets the headers, unless an earlier count has fewer remaining, and throws if the limit is exceeded. */
function settle(counted: Counted, reply: FastifyReply, { cost, whose }: { cost: string; whose: string }): void {
  if (counted === undefined || counted.isAllowed) return;
  const { max, remaining, ttlInSeconds, isExceeded } = counted;
  const earlier = reply.getHeader('ratelimit-remaining');
  if (earlier === undefined || Number(earlier) >= remaining) {
    void reply.header('ratelimit-limit', max);
    void reply.header('ratelimit-remaining', remaining);
    void reply.header('ratelimit-reset', ttlInSeconds);
  }
  if (!isExceeded) return;
  const seconds = Math.max(1, ttlInSeconds);
  throw new AppError(
    tooManyRequests,
    `Too many requests from ${whose}. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
    {
      hint: `Requests of the class ${cost} are limited to ${max.toLocaleString('en-US')} a minute. The header RateLimit-Remaining states how many are left.`,
      retryAfterSeconds: seconds,
    },
  );
}
