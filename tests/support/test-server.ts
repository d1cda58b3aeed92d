import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildServer } from '#app/server/build-server.ts';
import { beginDemoWorld, fillDemoWorld } from '#app/server/fill-demo-world.ts';
import { openServices, type Services } from '#app/server/open-services.ts';
import { createDemoClock } from '#domains/demo/server/index.ts';
import { createSigner } from '#domains/ledger/server/signing-key.ts';
import { createVerifier } from '#domains/ledger/server/verification/verifier.ts';
import { readConfig } from '#platform/server/config.ts';
import type { Log } from '#platform/server/log.ts';
import { createAccountMaker, type TestAccount } from './accounts.ts';
import { type Call, createCall } from './call.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** The seed of the test ledger's key, and its origin. */
export const LEDGER_KEY = Buffer.alloc(32, 7).toString('base64');
export const LEDGER_ORIGIN = 'ledger.test/cairn';
export const testSigner = () => createSigner(LEDGER_ORIGIN, LEDGER_KEY);
/** The keys of a test ledger without key rotation. */
export const testKeys = () => [{ key: testSigner().key, from: 0n }];

export type TestServer = {
  readonly app: FastifyInstance;
  readonly call: Call;
  readonly services: Services;
  readonly database: TestDatabase;
  readonly clock: TestClock;
  readonly verifier: ReturnType<typeof createVerifier>;
  /** Creates an account of a role, with a session. */
  readonly account: ReturnType<typeof createAccountMaker>;
  /** Verifies new blocks and signs a checkpoint over them. */
  publish(): Promise<void>;
  setReady(ready: boolean): void;
  stop(): Promise<void>;
};

/**
 * Opens the whole server without listening: real services on its own database. Nothing runs in the background: the clock
 * stands still, and checkpoints are signed only on request.
 */
export async function startTestServer(
  options: {
    production?: boolean;
    clock?: TestClock;
    verifies?: boolean;
    /** A vkey and a URL for each witness. */
    witnesses?: string;
    publicUrl?: string;
    /** Reports demo mode, but leaves the ledger empty. */
    demo?: boolean;
    /** Fills the ledger with demo data that ends shortly before the clock's time. */
    world?: boolean;
    /** The database of another server, to which this becomes a second process. */
    beside?: TestDatabase;
    /** Additional configuration variables. */
    environment?: Readonly<Record<string, string>>;
    /** False to send prepared text unchecked, as in production. */
    checksText?: boolean;
    /** The folder of the built web app. If omitted, only the API is served. */
    webFolder?: string;
    /** Receives the log; nothing is logged if omitted. */
    log?: Log;
  } = {},
): Promise<TestServer> {
  const { clock = createTestClock(), production = false, verifies = false } = options;
  const database = options.beside ?? (await createTestDatabase());
  const config = readConfig({
    CAIRN_DEMO: options.world ? 'true' : 'false',
    CAIRN_DATA_DIR: database.dataFolder,
    CAIRN_LEDGER_KEY: LEDGER_KEY,
    CAIRN_LEDGER_ORIGIN: LEDGER_ORIGIN,
    // Tests send more requests a minute than people do. A test of the limits turns them on.
    ...(production ? { NODE_ENV: 'production' } : { CAIRN_LIMITS: 'off' }),
    ...(options.publicUrl === undefined ? {} : { CAIRN_PUBLIC_URL: options.publicUrl }),
    ...(options.witnesses === undefined ? {} : { CAIRN_WITNESSES: options.witnesses }),
    ...options.environment,
  });
  const { log = pino({ level: 'silent' }) } = options;
  const demoClock = createDemoClock(clock);
  const services = await openServices({
    config,
    connection: database.application,
    verifies,
    log,
    clock: demoClock,
    beforeGenesis: () => options.world && beginDemoWorld(demoClock),
  });
  if (options.world) await fillDemoWorld(services, demoClock);
  let ready = true;
  const facts = {
    ready: () => ready,
    demo: options.demo ?? false,
    billing: config.billing.enabled,
    version: '0.0.0-test',
    startedAt: '2026-01-01T00:00:00.000Z',
  };
  const app = await buildServer({
    services,
    facts,
    log,
    production,
    trustProxy: config.trustProxy,
    connectionLimits: config.connectionLimits,
    rateLimits: config.rateLimits,
    webFolder: options.webFolder,
    checksText: options.checksText ?? true,
  });
  const client = await database.connect();
  const verifier = createVerifier({
    database: services.database,
    client,
    signer: testSigner(),
    recordFile: services.ledger.recordFile,
    clock,
  });
  return {
    app,
    call: createCall(app),
    services,
    database,
    clock,
    verifier,
    account: createAccountMaker(services),
    async publish() {
      while (await verifier.tick());
    },
    setReady(value) {
      ready = value;
    },
    async stop() {
      await app.close();
      await services.stop();
      if (options.beside === undefined) await database.drop();
    },
  };
}

export type { TestAccount };
