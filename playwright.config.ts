import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// Workers read this file too: what the first reading chose is handed on through the environment.
const isFirst = process.env.CAIRN_JOURNEY_DATA === undefined;
const dataFolder = process.env.CAIRN_JOURNEY_DATA ?? mkdtempSync(join(tmpdir(), 'cairn-journeys-'));
const port = process.env.CAIRN_JOURNEY_PORT ?? String(20_000 + (process.pid % 20_000));
// Where the journeys of observability listen for the traces that the server sends.
const collectorPort = process.env.CAIRN_JOURNEY_COLLECTOR ?? String(10_000 + (process.pid % 10_000));
Object.assign(process.env, {
  CAIRN_JOURNEY_DATA: dataFolder,
  CAIRN_JOURNEY_PORT: port,
  CAIRN_JOURNEY_COLLECTOR: collectorPort,
});
if (isFirst) process.once('exit', () => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }));

const origin = `http://127.0.0.1:${port}`;
const stamp = '.bootstrap/chromium';
const executablePath = existsSync(stamp)
  ? readFileSync(stamp, 'utf8').trim()
  : (process.env.CAIRN_CHROMIUM ?? '/usr/bin/chromium');

/** The journeys run against the production build, served by a server of its own with a fresh demo world. */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results/journeys',
  workers: 2,
  fullyParallel: true,
  // Decision 0027: named as flaky when it passes then, and counted by the test command.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: origin,
    trace: 'on-first-retry',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'journeys', testIgnore: /tampered/ },
    // It breaks the chain that everyone else looks at, so it comes last and alone.
    { name: 'tampered', testMatch: /tampered/, dependencies: ['journeys'] },
  ],
  webServer: {
    command: `"${process.execPath}" node_modules/vite/bin/vite.js build --logLevel error && exec "${process.execPath}" src/app/server/main.ts`,
    url: `${origin}/api/health`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: port,
      CAIRN_DATA_DIR: dataFolder,
      CAIRN_DEMO: 'true',
      LOG_LEVEL: 'error',
      PHOENIX_COLLECTOR_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
      PHOENIX_API_KEY: 'journey-key',
      PHOENIX_PROJECT: 'journeys',
    },
  },
});
