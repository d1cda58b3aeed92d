import { limitReached, readOnly } from '#domains/billing/contract.ts';
import type { Allowance, Demand, Participants, Release } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { createTurns } from '#platform/server/in-turn.ts';
import { countOn, readUsed, type Used } from './meter.ts';
import { findPayer, type Payer } from './payer.ts';

/** The lifetime of cached usage for accounts far from their limits. A change of a plan takes effect after it. */
const FRESH_MILLISECONDS = 500;
/** The most that cached usage may allow in addition. More are not written within its lifetime. */
const FAR = 5000;
const REMEMBERED_MAX = 10_000;

export type PlanLimits = {
  readonly allowance: Allowance;
  /** Clears the cache, because subscriptions or unpaid invoices have changed. Other processes see it half a second later. */
  forget(): void;
};

type Known = { readonly payer: Payer; readonly used: Used };

/** The combined demand of accounts on their payer. */
type Charged = Known & { readonly accountIds: readonly string[]; readonly added: Added };
type Added = { readonly users: number; readonly assets: number };

type Limited = {
  readonly database: Database;
  readonly participants: Pick<Participants, 'allowances'>;
  readonly billing: { readonly enabled: boolean };
  readonly city: { readonly demo: boolean };
};

/** Applies the limits of plans to the accounts of this process. A demo and a server that does not bill limit nothing. */
export function limitAccounts({ database, participants, billing, city }: Limited): PlanLimits {
  const limits = limitByPlan(database, { limits: !city.demo });
  if (billing.enabled) participants.allowances.register(limits.allowance);
  return limits;
}

/**
 * Returns the limits of plans. Near a limit, the acts of one payer take turns in a process, and usage is counted again for each, so that concurrent ones
 * do not exceed it together. Each further process may exceed it by one.
 *
 * An account whose payer is read-only records nothing. `limits` is false if plans limit nothing, as in a demo.
 */
export function limitByPlan(database: Database, { limits }: { limits: boolean }): PlanLimits {
  /** Includes reads in progress. Their callers share one: a busy account would otherwise ask once per request in each interval. */
  const cached = new Map<string, { readonly known: Promise<Known>; readonly until: number }>();
  const turns = createTurns();
  const enter = (payerId: string) =>
    new Promise<Release>((granted) => {
      void turns(payerId, () => new Promise<void>((done) => granted(done)));
    });

  async function load(accountId: string): Promise<Known> {
    const payer = await findPayer(database, accountId);
    const isCounted = limits && payer.plan !== undefined;
    if (isCounted) await countOn(database);
    const used = isCounted ? await readUsed(database, payer.accountId) : { users: 0, assets: 0 };
    return { payer, used };
  }

  function read(accountId: string): Promise<Known> {
    const known = load(accountId);
    const entry = { known, until: performance.now() + FRESH_MILLISECONDS };
    if (cached.size >= REMEMBERED_MAX) cached.clear();
    cached.set(accountId, entry);
    // Failures and refusals are not cached: an account that has just paid may record again.
    const drop = () => cached.get(accountId) === entry && cached.delete(accountId);
    known.then(({ payer }) => payer.readOnlySince !== undefined && drop(), drop);
    return known;
  }

  /** Returns the payer of an account, from the cache if it is fresh. */
  function find(accountId: string): Promise<Known> {
    const entry = cached.get(accountId);
    return entry !== undefined && entry.until > performance.now() ? entry.known : read(accountId);
  }

  /** Adds up the demands of accounts on each payer that a plan limits. Rejects if any of them is read-only. */
  async function sumUp(demands: readonly Demand[]): Promise<Charged[]> {
    const charged = new Map<string, Charged>();
    for (const { accountId, users = 0, assets = 0 } of demands) {
      const { payer, used } = await find(accountId);
      refuseReadOnly(payer);
      if (!limits || payer.plan === undefined || users + assets === 0) continue;
      const before = charged.get(payer.accountId) ?? { payer, used, accountIds: [], added: { users: 0, assets: 0 } };
      charged.set(payer.accountId, {
        ...before,
        accountIds: [...before.accountIds, accountId],
        added: { users: before.added.users + users, assets: before.added.assets + assets },
      });
    }
    // In one order, so that two acts never deadlock.
    return [...charged.values()].toSorted((a, b) => (a.payer.accountId < b.payer.accountId ? -1 : 1));
  }

  const allowance: Allowance = async (demands) => {
    const releases: Release[] = [];
    const releaseAll = () => {
      for (const release of releases) release();
    };
    try {
      for (const { payer, used, accountIds, added } of await sumUp(demands)) {
        if (added.users === 0 && isFar(payer, used, added.assets)) continue;
        releases.push(await enter(payer.accountId));
        for (const accountId of accountIds) {
          const now = await read(accountId);
          refuseReadOnly(now.payer);
          refuseBeyond(now.payer, now.used, added);
        }
      }
    } catch (error) {
      releaseAll();
      throw error;
    }
    return releaseAll;
  };
  return { allowance, forget: () => cached.clear() };
}

const isFar = ({ plan }: Payer, used: Used, assets: number): boolean =>
  plan !== undefined && plan.maxAssets - used.assets - assets > FAR;

function refuseReadOnly({ readOnlySince }: Payer): void {
  if (readOnlySince === undefined) return;
  throw new AppError(
    readOnly,
    'Nothing can be recorded, because an invoice is overdue. Everything can still be read and downloaded.',
    { hint: 'Pay the open invoice on the page Subscription, in Billing History. Recording works again immediately.' },
  );
}

function refuseBeyond({ plan }: Payer, used: Used, added: Added): void {
  if (plan === undefined) return;
  const kinds = [
    { name: 'users', max: plan.maxUsers, count: used.users, more: added.users },
    { name: 'assets', max: plan.maxAssets, count: used.assets, more: added.assets },
  ];
  for (const { name, max, count, more } of kinds) {
    if (more === 0 || count + more <= max) continue;
    const number = (value: number) => value.toLocaleString('en-US');
    throw new AppError(
      limitReached,
      `The plan ${plan.displayName} allows ${number(max)} ${name}, and ${number(count)} are in use. Nothing was recorded.`,
      {
        hint:
          name === 'users'
            ? 'Upgrade on the page Subscription, or deactivate participants that you no longer need.'
            : 'Upgrade on the page Subscription to add more assets. Events of assets that exist can still be recorded.',
      },
    );
  }
}
