import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type BillingConfig, billingVariables, readBillingConfig } from './billing-config.ts';
import { findUrlProblem, isLocalHost } from './database/connection-url.ts';
import { type ChainConfig, chainSecrets, chainVariables, readChainConfig } from './evm/chain-config.ts';
import {
  type ConnectionLimits,
  limitVariables,
  type RateLimits,
  type RecordingQuotas,
  readConnectionLimits,
  readRateLimits,
  readRecordingQuotas,
} from './limits-config.ts';
import { type MailConfig, mailSecrets, mailVariables, readMailConfig } from './mail/mail-config.ts';
import { type ModelConfig, modelSecrets, modelVariables, readModelConfig } from './model-config.ts';
import { type PaymentAddresses, paymentVariables, readPaymentAddresses } from './payment-config.ts';
import { readStripeConfig, type StripeConfig, stripeSecrets, stripeVariables } from './stripe-config.ts';
import {
  readTelemetryConfig,
  type TelemetryConfig,
  telemetrySecrets,
  telemetryVariables,
} from './telemetry/telemetry-config.ts';
import { isTimeZone } from './time-zone.ts';
import { TrustedProxies } from './trusted-proxies.ts';

const Flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/**
 * Every variable that the server reads; docs/configuration.md documents each one. A secret may also come from the file
 * `NAME_FILE`.
 */
const Variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number<string>().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).optional(),
  CAIRN_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  CAIRN_DATA_DIR: z.string().min(1).default('./data'),
  CAIRN_DEMO: Flag.optional(),
  CAIRN_DEMO_PUBLIC: Flag.default(false),
  CAIRN_LEDGER_KEY: z.string().min(1).optional(),
  CAIRN_LEDGER_ORIGIN: z
    .string()
    .regex(/^[^\s+]+$/u, 'must be a name without spaces and without +')
    .max(200)
    .optional(),
  CAIRN_FACTOR_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be the base64 of 32 bytes')
    .optional(),
  CAIRN_WITNESSES: z.string().min(1).optional(),
  CAIRN_PEERS: z.string().min(1).optional(),
  CAIRN_PEERS_TLS: z.enum(['required', 'optional']).default('required'),
  CAIRN_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
  CAIRN_TRUST_PROXY: TrustedProxies.default(false),
  CAIRN_LIVE_STREAMS: z.coerce.number<string>().int().min(1).max(100_000).default(2000),
  CAIRN_LIVE_STREAMS_PER_ADDRESS: z.coerce.number<string>().int().min(1).max(100_000).default(20),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  CAIRN_DATABASE_TLS: z.enum(['required', 'optional']).default('required'),
  DATABASE_POOL: z.coerce.number<string>().int().min(2).max(200).default(12),
  CAIRN_CITY_TIME_ZONE: z
    .string()
    .default('America/Detroit')
    .refine(isTimeZone, 'must be an IANA time zone, for example America/Detroit'),
  CAIRN_CITY_BANK_ACCOUNT: z.string().trim().min(1).max(300).optional(),
  CAIRN_MARKET_OVERDUE_TAX: z.enum(['warn', 'halt']).default('warn'),
  ...billingVariables,
  ...chainVariables,
  ...paymentVariables,
  ...limitVariables,
  ...mailVariables,
  ...modelVariables,
  ...stripeVariables,
  ...telemetryVariables,
});

const SECRETS = [
  'CAIRN_LEDGER_KEY',
  'CAIRN_FACTOR_KEY',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  ...chainSecrets,
  ...mailSecrets,
  ...modelSecrets,
  ...stripeSecrets,
  ...telemetrySecrets,
] as const;

export type Config = {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** The public URL, without a trailing slash; undefined: the listening address. */
  readonly publicUrl: string | undefined;
  readonly dataFolder: string;
  /** Undefined: the embedded PostgreSQL in `dataFolder`. */
  readonly databaseUrl: string | undefined;
  /** The role that runs migrations, if it differs from the application's role. */
  readonly databaseOwnerUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly demo: boolean;
  /** A PEM or base64 Ed25519 private key; undefined: a file in `dataFolder`, created at the first start. */
  readonly ledgerKey: string | undefined;
  readonly ledgerOrigin: string | undefined;
  /** The base64 of the key that encrypts second factors; undefined: a file in `dataFolder`, created on first use. */
  readonly factorKey: string | undefined;
  /** A vkey and a URL for each witness, separated by spaces; undefined: none. */
  readonly witnesses: string | undefined;
  /** The origins of the other servers of the same ledger, separated by spaces, and whether they must be https. */
  readonly peers: { readonly list: string | undefined; readonly tls: 'required' | 'optional' };
  readonly logLevel: string;
  readonly trustProxy: TrustedProxies;
  /** Streams of live events that may be open in this process, by client address and in total. */
  readonly liveStreams: { readonly perAddress: number; readonly total: number };
  /** Connections open in this process, by client address and in total; undefined: not limited. */
  readonly connectionLimits: ConnectionLimits | undefined;
  /** Requests a minute for each class of routes; undefined: not limited. */
  readonly rateLimits: RateLimits | undefined;
  /** The daily quotas of an account; undefined: not limited. */
  readonly recordingQuotas: RecordingQuotas | undefined;
  /** The time zone in which due days end, and whether sample payment cards are accepted. */
  /** `bankAccount` is the city's bank account as text, which payers need for a transfer. */
  readonly city: { readonly timeZone: string; readonly bankAccount: string | undefined };
  /** Whether overdue tax of a property halts the sales of its shares by their issuer. */
  readonly market: { readonly overdueTax: 'warn' | 'halt' };
  readonly billing: BillingConfig;
  readonly chain: ChainConfig;
  /** The card provider; undefined: no cards are accepted outside of the demo. */
  readonly stripe: StripeConfig | undefined;
  readonly paymentAddresses: PaymentAddresses;
  /** The server for outgoing mail; undefined: no mail is sent. */
  readonly mail: MailConfig | undefined;
  readonly telemetry: TelemetryConfig;
  /** The language model of the assistant; undefined: it answers with its built-in rules. */
  readonly model: ModelConfig | undefined;
};

/** An invalid environment: every problem in one message, each with what would be valid. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n  ${problems.join('\n  ')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Returns the folder where commands store their state (XDG Base Directory Specification). */
export function readStateFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  return join(environment['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'cairn');
}

/** Parses the environment once into a typed object; throws a ConfigError that lists every problem together. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems: string[] = [];
  const parsed = Variables.safeParse(withSecretFiles(environment, problems));
  if (!parsed.success)
    problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);

  const variables = parsed.data;
  const production = variables.NODE_ENV === 'production';
  if (production && variables.CAIRN_DEMO)
    problems.push('CAIRN_DEMO: must be off in production: demo accounts have published passwords');
  if (production && variables.CAIRN_LEDGER_ORIGIN === undefined && variables.CAIRN_PUBLIC_URL === undefined)
    problems.push(
      'CAIRN_LEDGER_ORIGIN: is required in production (or CAIRN_PUBLIC_URL): it names the log permanently, for example ledger.example.org',
    );
  if (variables.DATABASE_OWNER_URL !== undefined && variables.DATABASE_URL === undefined)
    problems.push('DATABASE_OWNER_URL: requires DATABASE_URL');
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    const url = variables[name];
    const problem = url === undefined ? undefined : findUrlProblem(url, variables.CAIRN_DATABASE_TLS);
    if (problem !== undefined) problems.push(`${name}: ${problem}`);
  }
  const rateLimits = readRateLimits(variables, production, problems);
  const model = readModelConfig(variables, problems);
  const chain = readChainConfig(variables, problems);
  const stripe = readStripeConfig(variables, problems);
  const paymentAddresses = readPaymentAddresses(variables, problems);
  const mail = readMailConfig(variables, problems);
  const billing = readBillingConfig(variables, problems);
  const host = variables.HOST ?? (production ? '0.0.0.0' : '127.0.0.1');
  const demo = variables.CAIRN_DEMO ?? (!production && variables.DATABASE_URL === undefined);
  if (demo && !production && !variables.CAIRN_DEMO_PUBLIC && !isLocalHost(host))
    problems.push(
      `HOST: with ${host}, other machines could sign in to the demo accounts, whose passwords are published. Leave HOST out, set CAIRN_DEMO=false, or allow it with CAIRN_DEMO_PUBLIC=true`,
    );
  if (problems.length > 0) throw new ConfigError(problems);

  return {
    production,
    host,
    port: variables.PORT,
    publicUrl: variables.CAIRN_PUBLIC_URL?.replace(/\/+$/, ''),
    dataFolder: resolve(variables.CAIRN_DATA_DIR),
    databaseUrl: variables.DATABASE_URL,
    databaseOwnerUrl: variables.DATABASE_OWNER_URL,
    databasePoolSize: variables.DATABASE_POOL,
    demo,
    ledgerKey: variables.CAIRN_LEDGER_KEY,
    ledgerOrigin: variables.CAIRN_LEDGER_ORIGIN,
    factorKey: variables.CAIRN_FACTOR_KEY,
    witnesses: variables.CAIRN_WITNESSES,
    peers: { list: variables.CAIRN_PEERS, tls: variables.CAIRN_PEERS_TLS },
    logLevel: variables.CAIRN_LOG_LEVEL ?? (production ? 'info' : 'warn'),
    trustProxy: variables.CAIRN_TRUST_PROXY,
    liveStreams: { perAddress: variables.CAIRN_LIVE_STREAMS_PER_ADDRESS, total: variables.CAIRN_LIVE_STREAMS },
    connectionLimits: readConnectionLimits(variables),
    rateLimits,
    recordingQuotas: readRecordingQuotas(variables),
    market: { overdueTax: variables.CAIRN_MARKET_OVERDUE_TAX },
    city: { timeZone: variables.CAIRN_CITY_TIME_ZONE, bankAccount: variables.CAIRN_CITY_BANK_ACCOUNT },
    billing,
    chain,
    stripe,
    paymentAddresses,
    mail,
    telemetry: readTelemetryConfig(variables),
    model,
  };
}

function withSecretFiles(environment: Readonly<Record<string, string | undefined>>, problems: string[]) {
  const values: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(environment)) if (value !== '') values[name] = value;
  for (const name of SECRETS) {
    const file = values[`${name}_FILE`];
    if (file === undefined) continue;
    if (values[name] !== undefined) problems.push(`${name}: is set together with ${name}_FILE. Set only one of them`);
    try {
      values[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      problems.push(`${name}_FILE: cannot be read: ${(error as Error).message}`);
    }
  }
  return values;
}
