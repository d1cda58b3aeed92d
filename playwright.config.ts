import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const stamp = '.bootstrap/chromium';
const executablePath = existsSync(stamp)
  ? readFileSync(stamp, 'utf8').trim()
  : (process.env.CAIRN_CHROMIUM ?? '/usr/bin/chromium');

/** The journeys run against the production build of `scripts/bootstrap.mjs`. */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results/journeys',
  globalSetup: './tests/journeys/support/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 90_000,
  // A journey waits for a state. How fast it comes is measured by the bench, on a machine that does nothing else.
  expect: { timeout: 20_000 },
  use: {
    // A worker would answer requests before the journey's own routes see them. The journeys about it allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // The map draws with WebGL, which is computed without a graphics card.
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
