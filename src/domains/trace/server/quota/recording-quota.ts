import type { Account } from '#domains/participants/server/index.ts';
import { quotaExceeded } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { RecordingQuotas } from '#platform/server/limits-config.ts';
import { type Amount, reserve } from './recording-quotas.ts';

export type RecordingQuota = {
  /**
   * Takes one event of this size from the account's quota of the day. Returns the function that gives it back if no block
   * is recorded.
   * @throws AppError `trace.quota_exceeded` with the seconds until the next day of the account
   */
  take(account: Recorder, bytes: number): Promise<() => void>;
};

type Recorder = Pick<Account, 'id' | 'createdAt' | 'administrator'>;

/** The unused reservation of this process for an account. */
type Allowance = {
  readonly createdAt: number;
  day: number;
  events: number;
  bytes: number;
  /** The reservation under way. Requests of the account wait for it together. */
  reserving: Promise<unknown> | undefined;
  /** A cached refusal, so that a flood of refused requests costs one query a second. */
  refused: { until: number; bytes: number } | undefined;
};

const DAY = 86_400_000;
/** A process reserves this share of the limit at a time. What it does not use by the end of the day is lost. */
const PORTION = 1 / 50;
const REFUSED_MILLISECONDS = 1000;
const REMEMBERED_MAX = 10_000;

/**
 * Limits what an account records in a day, because blocks are permanent. Days count from the creation of the account, and
 * its first day has a lower limit. Administrators are exempt. Quotas are stored in PostgreSQL and are never exceeded, in any
 * number of processes. Each process reserves a fiftieth at a time, so appending costs no query of its own, and an account
 * may get up to a fiftieth less for each process that it uses.
 */
export function createRecordingQuota(database: Database, clock: Clock, quotas: RecordingQuotas): RecordingQuota {
  const allowances = new Map<string, Allowance>();
  const nothing = () => undefined;

  function allowanceOf({ id, createdAt }: Recorder): Allowance {
    let own = allowances.get(id);
    if (own === undefined) {
      if (allowances.size >= REMEMBERED_MAX) allowances.clear();
      own = {
        createdAt: Date.parse(createdAt),
        day: -1,
        events: 0,
        bytes: 0,
        reserving: undefined,
        refused: undefined,
      };
      allowances.set(id, own);
    }
    const day = Math.max(0, Math.floor((clock() - own.createdAt) / DAY));
    if (own.day !== day) Object.assign(own, { day, events: 0, bytes: 0, refused: undefined });
    return own;
  }

  async function extend(accountId: string, own: Allowance, bytes: number): Promise<void> {
    const { day } = own;
    const limit = limitOn(day, quotas);
    const needed = { events: 1, bytes };
    const wanted = {
      events: Math.max(1, Math.ceil(limit.events * PORTION)),
      bytes: Math.max(bytes, Math.ceil(limit.bytes * PORTION)),
    };
    const fits = bytes <= limit.bytes;
    const granted = fits ? await reserve(database, { accountId, day, needed, wanted, limit }) : undefined;
    if (own.day !== day) return;
    if (granted === undefined) {
      own.refused = { until: clock() + REFUSED_MILLISECONDS, bytes };
      throw exceeded(own, limit, clock());
    }
    own.events += granted.events;
    own.bytes += granted.bytes;
  }

  return {
    async take(account, bytes) {
      if (account.administrator) return nothing;
      for (;;) {
        const own = allowanceOf(account);
        if (own.events >= 1 && own.bytes >= bytes) {
          own.events -= 1;
          own.bytes -= bytes;
          const { day } = own;
          return () => {
            if (own.day !== day) return;
            own.events += 1;
            own.bytes += bytes;
          };
        }
        if (own.refused !== undefined && own.refused.until > clock() && bytes >= own.refused.bytes)
          throw exceeded(own, limitOn(own.day, quotas), clock());
        if (own.reserving !== undefined) await own.reserving.catch(nothing);
        else {
          own.reserving = extend(account.id, own, bytes).finally(() => {
            own.reserving = undefined;
          });
          await own.reserving;
        }
      }
    },
  };
}

const limitOn = (day: number, { firstDay, laterDays }: RecordingQuotas): Amount => (day === 0 ? firstDay : laterDays);

function exceeded({ createdAt, day }: Allowance, { events, bytes }: Amount, now: number): AppError {
  const seconds = Math.max(1, Math.ceil((createdAt + (day + 1) * DAY - now) / 1000));
  const amount = `${counted(events, 'event')} or ${(bytes / 1_000_000).toLocaleString('en-US')} MB`;
  const limit =
    day === 0 ? `A new account may record ${amount} on its first day.` : `An account may record ${amount} a day.`;
  return new AppError(quotaExceeded, `${limit} Try again in ${inWords(seconds)}.`, {
    hint: `The operator of the server can raise this limit with ${day === 0 ? 'CAIRN_QUOTA_FIRST_DAY' : 'CAIRN_QUOTA_DAY'}. Administrators may record without it.`,
    retryAfterSeconds: seconds,
  });
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}
