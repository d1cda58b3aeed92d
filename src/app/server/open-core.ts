import { type Ledger, openLedger, readOrigin, readSigningKey } from '#domains/ledger/server/index.ts';
import { type Observability, openObservability } from '#domains/observability/server/index.ts';
import { hasFactorKey, openParticipants, type Participants } from '#domains/participants/server/index.ts';
import { openPayments, type Payments } from '#domains/payments/server/index.ts';
import { openTrace, type Trace } from '#domains/trace/server/index.ts';
import { type Clock, systemClock } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import { type ConnectionOptions, type Database, openDatabase } from '#platform/server/database/database.ts';
import { type Chain, openChain } from '#platform/server/evm/open-chain.ts';
import type { Log } from '#platform/server/log.ts';
import { type Mailer, openMailer } from '#platform/server/mail/open-mailer.ts';
import { createPapers, type Papers } from '#platform/server/pdf/papers.ts';
import { openTelemetry, type Telemetry } from '#platform/server/telemetry/telemetry.ts';

/** The services that domains are built on. */
export type Core = {
  readonly clock: Clock;
  readonly database: Database;
  readonly ledger: Ledger;
  readonly participants: Participants;
  readonly trace: Trace;
  readonly chain: Chain;
  readonly payments: Payments;
  readonly telemetry: Telemetry;
  readonly observability: Observability;
  readonly model: Config['model'];
  readonly billing: Config['billing'];
  /** Renders documents for all domains. */
  readonly papers: Papers;
  /** The time zone of the city, its public URL, and whether it is the demo's. */
  readonly city: Config['city'] & Config['market'] & { readonly publicUrl: string; readonly demo: boolean };
  /** Sends mail; undefined: no mail server is connected. */
  readonly mailer: Mailer | undefined;
  readonly log: Log;
  stop(): Promise<void>;
};

/** The origin of a ledger without a configured name. */
const DEFAULT_ORIGIN = 'cairn.localhost/ledger';

export type CoreOptions = {
  readonly config: Config;
  readonly connection: ConnectionOptions;
  /** False for a program that only appends while a running server verifies and signs. */
  readonly verifies: boolean;
  readonly log: Log;
  readonly clock?: Clock;
  readonly version?: string;
  /** Called before block 0 is written to an empty ledger. */
  readonly beforeGenesis?: () => void;
};

/** Opens the services that domains are built on, on a migrated database. */
export async function openCore(options: CoreOptions): Promise<Core> {
  const { config, connection, log, clock = systemClock } = options;
  let stopping = false;
  const telemetry = openTelemetry(config.telemetry, options.version);
  const database = openDatabase(connection, {
    size: config.databasePoolSize,
    // The pool may close before the server detects it, and then reports the shutdown as an error.
    onConnectionError: (error) => stopping || log.warn({ err: error }, 'an idle database connection broke'),
  });
  try {
    const observability = openObservability({ database, telemetry, clock, log });
    const ledger = await openLedger({
      database,
      connection,
      keyText: await readSigningKey({ configured: config.ledgerKey, dataFolder: config.dataFolder, database }),
      origin: await chooseOrigin(database, config, options.beforeGenesis),
      demo: config.demo,
      production: config.production,
      verifies: options.verifies,
      dataFolder: config.dataFolder,
      witnesses: config.witnesses,
      peers: config.peers,
      publicUrl: config.publicUrl,
      liveStreams: config.liveStreams,
      clock,
      log,
      onBatch: observability.countBatch,
    });
    observability.follow(ledger);
    const participants = openParticipants({
      database,
      clock,
      dataFolder: config.dataFolder,
      factorKey: config.factorKey,
      publicUrl: config.publicUrl,
    });
    if (options.verifies && !(await hasFactorKey(participants)))
      log.error(
        'This server cannot check codes from authenticator apps, because factor-key is missing or is another one. Restore factor-key in CAIRN_DATA_DIR, or set CAIRN_FACTOR_KEY.',
      );
    const chain = openChain({
      ...{ database, connection, dataFolder: config.dataFolder, config: config.chain, log },
      requireSignable: ledger.requireSignedHistory,
    });
    const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
    const payments = openPayments({
      database,
      ledger,
      clock,
      chain,
      log,
      demo: config.demo,
      stripe: config.stripe,
      seals: participants.secretBox,
      bankAccount: config.city.bankAccount,
      addresses: config.paymentAddresses,
      publicUrl,
    });
    const trace = await openTrace(ledger, participants, clock, config.recordingQuotas);
    return {
      clock,
      database,
      ledger,
      participants,
      trace,
      chain,
      payments,
      telemetry,
      observability,
      model: config.model,
      billing: config.billing,
      papers: createPapers(),
      city: { ...config.city, ...config.market, publicUrl, demo: config.demo },
      mailer: config.mail && openMailer(config.mail),
      log,
      async stop() {
        stopping = true;
        await ledger.stop();
        await chain.close();
        await trace.stop();
        await observability.stop();
        await telemetry.stop();
        await database.destroy();
      },
    };
  } catch (error) {
    await telemetry.stop();
    await database.destroy();
    throw error;
  }
}

async function chooseOrigin(database: Database, config: Config, beforeGenesis?: () => void): Promise<string> {
  const begunAs = await readOrigin(database);
  if (begunAs === undefined) beforeGenesis?.();
  if (begunAs !== undefined && config.ledgerOrigin !== undefined && begunAs !== config.ledgerOrigin)
    throw new Error(
      `This ledger was created as ${begunAs}, but CAIRN_LEDGER_ORIGIN is ${config.ledgerOrigin}. The origin is permanent: set it to ${begunAs}, or leave it out.`,
    );
  const publicHost = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).host;
  return begunAs ?? config.ledgerOrigin ?? publicHost ?? DEFAULT_ORIGIN;
}
