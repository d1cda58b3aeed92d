import { z } from 'zod';
import type { CostClass } from '../contract/route-cost.ts';

/** Requests a minute that one address and one account may make. */
export type Rate = {
  readonly perAddress: number;
  /** Undefined: accounts are not counted. */
  readonly perAccount: number | undefined;
};

/** The limits of each class of routes. Each process counts its own requests. */
export type RateLimits = Readonly<Record<CostClass, Rate>>;

/** The connections that may be open in this process at the same time. */
export type ConnectionLimits = { readonly perAddress: number; readonly total: number };

/** The quotas of what one account may record in a day. */
export type RecordingQuotas = {
  /** The first 24 hours of an account. */
  readonly firstDay: Recorded;
  readonly laterDays: Recorded;
};

/** A number of events, and the bytes of their content. */
type Recorded = { readonly events: number; readonly bytes: number };

const REQUESTS_MAX = 10_000_000;
const EVENTS_MAX = 1_000_000_000;
const CONNECTIONS_MAX = 1_000_000;
/** The rest is for the database, static files and outgoing requests. */
const SHARE_OF_OPEN_FILES = 0.75;
const MEGABYTES_MAX = 1_000_000;

/** Parses `30000/6000`, the requests a minute of an address and of an account, or `30000` without a limit by account. */
const rate = (byDefault: string) =>
  z
    .string()
    .default(byDefault)
    .transform((text, context): Rate => {
      const [, perAddress, perAccount] = /^([1-9]\d{0,7})(?:\/([1-9]\d{0,7}))?$/.exec(text) ?? [];
      if (perAddress === undefined || Number(perAddress) > REQUESTS_MAX || Number(perAccount ?? 1) > REQUESTS_MAX) {
        context.addIssue({
          code: 'custom',
          message: `must be the requests a minute for an address and for an account, 1 to ${REQUESTS_MAX.toLocaleString('en-US')} each, such as ${byDefault}`,
        });
        return z.NEVER;
      }
      return { perAddress: Number(perAddress), perAccount: perAccount === undefined ? undefined : Number(perAccount) };
    });

/** Parses `1000/5`: events, and megabytes of their content. */
const quota = (byDefault: string) =>
  z
    .string()
    .default(byDefault)
    .transform((text, context): Recorded => {
      const [, events, megabytes] = /^([1-9]\d{0,9})\/([1-9]\d{0,6})$/.exec(text) ?? [];
      if (events !== undefined && Number(events) <= EVENTS_MAX && Number(megabytes) <= MEGABYTES_MAX)
        return { events: Number(events), bytes: Number(megabytes) * 1_000_000 };
      context.addIssue({
        code: 'custom',
        message: `must be a number of events, 1 to ${EVENTS_MAX.toLocaleString('en-US')}, and megabytes, 1 to ${MEGABYTES_MAX.toLocaleString('en-US')}, such as ${byDefault}`,
      });
      return z.NEVER;
    });

/** The limits of what a client may request. The defaults leave room for an office of 50 people behind one address. */
export const limitVariables = {
  CAIRN_LIMITS: z.enum(['on', 'off']).default('on'),
  CAIRN_CONNECTIONS_PER_ADDRESS: z.coerce.number<string>().int().min(1).max(CONNECTIONS_MAX).default(1000),
  CAIRN_CONNECTIONS: z.coerce.number<string>().int().min(1).max(CONNECTIONS_MAX).default(10_000),
  CAIRN_LIMIT_READ: rate('30000/6000'),
  CAIRN_LIMIT_SEARCH: rate('6000/1200'),
  CAIRN_LIMIT_WRITE: rate('12000/6000'),
  CAIRN_LIMIT_HEAVY: rate('600/120'),
  CAIRN_LIMIT_SIGN_IN: rate('300/60'),
  CAIRN_LIMIT_STREAM: rate('600/120'),
  CAIRN_LIMIT_FILE: rate('60000'),
  CAIRN_QUOTA_FIRST_DAY: quota('5000/10'),
  CAIRN_QUOTA_DAY: quota('200000/1000'),
};

type Variables = z.output<z.ZodObject<typeof limitVariables>>;

/** Returns the rate limits, or undefined if they are off. Adds settings that production refuses to `problems`. */
export function readRateLimits(variables: Variables, production: boolean, problems: string[]): RateLimits | undefined {
  if (variables.CAIRN_LIMITS === 'off') {
    if (production)
      problems.push(
        'CAIRN_LIMITS: must be on in production. Raise the limit that is too low, such as CAIRN_LIMIT_READ',
      );
    return undefined;
  }
  return {
    read: variables.CAIRN_LIMIT_READ,
    search: variables.CAIRN_LIMIT_SEARCH,
    write: variables.CAIRN_LIMIT_WRITE,
    heavy: variables.CAIRN_LIMIT_HEAVY,
    'sign-in': variables.CAIRN_LIMIT_SIGN_IN,
    stream: variables.CAIRN_LIMIT_STREAM,
    file: variables.CAIRN_LIMIT_FILE,
  };
}

/**
 * Returns the limits of open connections, or undefined if they are off. The total stays below the number of files that
 * this process may open, because each connection is one.
 */
export function readConnectionLimits(variables: Variables): ConnectionLimits | undefined {
  if (variables.CAIRN_LIMITS === 'off') return undefined;
  const most = Math.max(1, Math.floor(openFilesMax() * SHARE_OF_OPEN_FILES));
  return {
    perAddress: variables.CAIRN_CONNECTIONS_PER_ADDRESS,
    total: Math.min(variables.CAIRN_CONNECTIONS, most),
  };
}

/** Returns how many files this process may open. Node.js raises the soft limit to the hard one at the start. */
function openFilesMax(): number {
  // Otherwise the report looks up the names of all peers.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}

/** Returns the quotas of accounts, or undefined if limits are off. */
export function readRecordingQuotas(variables: Variables): RecordingQuotas | undefined {
  if (variables.CAIRN_LIMITS === 'off') return undefined;
  return { firstDay: variables.CAIRN_QUOTA_FIRST_DAY, laterDays: variables.CAIRN_QUOTA_DAY };
}
