import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { type Collector, startCollector } from '../../support/collector/collector.ts';
import { type JourneyServer, startJourneyServer } from './journey-server.ts';

type WorkerFixtures = {
  /**
   * The server that a file uses. Workers share servers by name across files; a file that damages its server names its
   * own: `test.use({ serverName: 'damaged' })`.
   */
  serverName: string;
  /** Receives the traces of this worker's server. */
  collector: Collector;
  /** This worker's server: no other worker shares its lists and accounts. */
  server: JourneyServer;
};

/** A browser test against the production build. Each worker has its own server with fresh demo data. */
export const test = base.extend<object, WorkerFixtures>({
  serverName: ['journeys', { option: true, scope: 'worker' }],
  collector: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const collector = await startCollector();
      await use(collector);
      await collector.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ serverName, collector }, use, { workerIndex }) => {
      const root = process.env.CAIRN_JOURNEY_FOLDER ?? '';
      const folder = join(root, `${serverName}-${workerIndex}`);
      // Node's `cp` widens the mode of folders, and PostgreSQL refuses a data folder that others may read.
      execFileSync('cp', ['-Rp', join(root, 'template'), folder]);
      const server = await startJourneyServer(folder, {
        PHOENIX_COLLECTOR_ENDPOINT: collector.url,
        PHOENIX_API_KEY: 'journey-key',
        PHOENIX_PROJECT: 'journeys',
      });
      await use(server);
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
});

export { expect, type Locator, type Page } from '@playwright/test';
