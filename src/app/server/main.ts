import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createDemoClock } from '#domains/demo/server/index.ts';
import { demoAccounts } from '#domains/participants/server/demo/demo-accounts.ts';
import { type Config, ConfigError, readConfig } from '#platform/server/config.ts';
import { createLog } from '#platform/server/log.ts';
import { serveMetricsOnPort } from '#platform/server/telemetry/serve-metrics.ts';
import { buildServer } from './build-server.ts';
import { beginDemoWorld, fillDemoWorld } from './fill-demo-world.ts';
import { holdAsServer } from './hold-database.ts';
import { openServices, type Services } from './open-services.ts';
import { type PreparedDatabase, prepareDatabase } from './prepare-database.ts';
import { warnAboutDatabase } from './warn-about-database.ts';

const root = new URL('../../../', import.meta.url);
const webFolder = fileURLToPath(new URL('dist/web', root));
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
const TIDY_INTERVAL_MILLISECONDS = 3_600_000;
const STOP_MILLISECONDS = 2500;

const steps = createSteps((line) => process.stdout.write(`${line}\n`));
// A closed terminal must not cut the shutdown short.
process.stdout.on('error', () => undefined);

try {
  await run(readConfig());
} catch (error) {
  process.stderr.write(`\n${explain(error)}\n`);
  process.exitCode = 1;
}

/** Starts everything in steps and prints each. On a signal or a failure, stops what has started, in reverse order. */
async function run(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const stops: (() => Promise<unknown>)[] = [];
  let ready = false;
  const stop = once(async () => {
    ready = false;
    for (const one of stops.toReversed())
      await one().catch((error) => log.error({ err: error }, 'did not stop cleanly'));
  });
  const stopAndExit = (code: number) => {
    // A client that never reads must not keep the process alive. PostgreSQL ends with it.
    setTimeout(() => process.exit(code), STOP_MILLISECONDS + 5000).unref();
    void stop().then(() => process.exit(code));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (!stop.called()) process.stdout.write('\nStopping …\n');
      stopAndExit(0);
    });

  try {
    await requireFreePort(config.host, config.port);
    const database = await steps.run('database', () => openDatabase(config, log, stopAndExit));
    stops.push(database.stop);
    await warnAboutDatabase(database.connection, log);
    const hold = await holdAsServer(database.connection);
    stops.push(hold.release);
    const clock = createDemoClock();
    const beforeGenesis = () => config.demo && beginDemoWorld(clock);
    const services = await steps.run('ledger', () =>
      openServices({ config, connection: database.connection, verifies: true, version, log, clock, beforeGenesis }),
    );
    stops.push(services.stop);
    if (config.demo) await steps.run('demo world', () => fillDemoWorld(services, clock));
    const facts = {
      ready: () => ready,
      demo: config.demo,
      billing: config.billing.enabled,
      version,
      startedAt: new Date().toISOString(),
    };
    const app = await steps.run('web server', () => listen(config, services, facts, log));
    stops.push(() => app.close());
    const tidy = setInterval(
      () => void services.participants.tidy().catch(() => undefined),
      TIDY_INTERVAL_MILLISECONDS,
    ).unref();
    stops.push(async () => clearInterval(tidy));
    for (const { start } of services.domains) if (start !== undefined) stops.push(start().stop);
    const { metricsPort } = config.telemetry;
    if (metricsPort !== undefined) stops.push((await serveMetricsOnPort(services.telemetry.metrics, metricsPort)).stop);
    const url = addressOf(config, app);
    services.participants.relyingParty.servedAt(url);
    services.ledger.servedAt(url);
    services.payments.digital.servedAt(url);
    services.observability.start();
    ready = true;
    greet(config, url);
  } catch (error) {
    await stop();
    throw error;
  }
}

function openDatabase(
  config: Config,
  log: ReturnType<typeof createLog>,
  exit: (code: number) => void,
): Promise<PreparedDatabase> {
  return prepareDatabase(
    config,
    (line) => log.debug(line),
    (problem) => {
      process.stderr.write(`\n${problem.message}\n`);
      exit(1);
    },
  );
}

async function listen(
  config: Config,
  services: Services,
  facts: Parameters<typeof buildServer>[0]['facts'],
  log: ReturnType<typeof createLog>,
): Promise<FastifyInstance> {
  const app = await buildServer({
    services,
    facts,
    log,
    production: config.production,
    trustProxy: config.trustProxy,
    connectionLimits: config.connectionLimits,
    rateLimits: config.rateLimits,
    webFolder: existsSync(`${webFolder}/index.html`) ? webFolder : undefined,
  });
  await app.listen({ host: config.host, port: config.port });
  return app;
}

/** Returns the URL that users open. A loopback address is called localhost, because passkeys hold for names only. */
function addressOf(config: Config, app: FastifyInstance): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  const address = app.addresses()[0];
  const isLocal = ['127.0.0.1', '0.0.0.0', '::1', '::'].includes(config.host);
  const host = isLocal ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${host}:${typeof address === 'object' ? address.port : config.port}`;
}

function greet(config: Config, url: string): void {
  const lines = [`\nCairn is ready after ${steps.total()}: ${url}\n`];
  if (config.demo) {
    lines.push('Demo accounts (this is a demo ledger, with sample data):');
    for (const account of demoAccounts)
      lines.push(`  ${account.username.padEnd(18)} ${account.password.padEnd(16)} ${account.description}`);
    lines.push('');
  }
  lines.push('Press Ctrl-C to stop.');
  process.stdout.write(`${lines.join('\n')}\n`);
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${(port ?? 3000) + 1} npm start`;
  if (code === 'EACCES' && port !== undefined)
    return `This user may not open port ${port}. Choose one above 1023: PORT=3000 npm start`;
  return `Cairn could not start: ${message ?? String(error)}`;
}

function once(work: () => Promise<void>): (() => Promise<void>) & { called: () => boolean } {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work();
    return running;
  };
  return Object.assign(run, { called: () => running !== undefined });
}

/**
 * Resolves when `port` on `host` is free; rejects with the error that listening would give (EADDRINUSE, EACCES). Runs
 * before the slow startup steps, so that a taken port fails the start immediately.
 */
function requireFreePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** Returns a runner that prints each startup step with its duration when it ends, and the total. */
function createSteps(print: (line: string) => void) {
  const begun = performance.now();
  return {
    async run<T>(name: string, work: () => Promise<T>): Promise<T> {
      const start = performance.now();
      const result = await work();
      print(`  ${name.padEnd(12)} ${format(performance.now() - start)}`);
      return result;
    },
    total: () => format(performance.now() - begun),
  };
}

function format(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
