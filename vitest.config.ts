import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const withoutDatabase = [
  'packages/**/*.test.ts',
  'scripts/**/*.test.ts',
  'tests/architecture/*.test.ts',
  'src/platform/contract/**/*.test.ts',
  'src/domains/*/*.test.ts',
  'src/platform/server/config.test.ts',
  'src/platform/server/http/**/*.test.ts',
];
const newDomain = ['tests/architecture/add-a-domain/*.test.ts'];
const ownServers = [
  'src/platform/server/embedded-postgres/**/*.test.ts',
  'tests/torture/**/*.test.ts',
  'tests/start/**/*.test.ts',
];
const ofTheBrowser = ['src/**/web/**/*.test.ts'];
const ofComponents = ['src/**/web/**/*.test.tsx'];

/** Only ends hanging tests: the longest takes 10 s on an idle machine, and over 60 s under fourfold load. */
const timeouts = { testTimeout: 180_000, hookTimeout: 180_000 };

/**
 * Files share a worker without isolation where possible: loading the server again for each file took 1.8 s of CPU time.
 * Tests keep no state in modules, and each file has its own database.
 */
export default defineConfig({
  test: {
    // All cores: by default one stays free, so a machine with two cores would run one file at a time.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'unit', include: withoutDatabase, isolate: false, ...timeouts } },
      // The contrast test reads tokens.css, which vitest empties by default.
      {
        test: { name: 'web', include: ofTheBrowser, css: { include: /tokens\.css/ }, isolate: false, ...timeouts },
      },
      {
        plugins: [react()],
        test: {
          name: 'components',
          include: ofComponents,
          environment: 'happy-dom',
          setupFiles: 'src/platform/web/testing/setup.ts',
          ...timeouts,
        },
      },
      {
        test: {
          name: 'server',
          include: [
            'src/**/*.test.ts',
            'bench/**/*.test.ts',
            'tests/support/**/*.test.ts',
            'tests/api-reference/**/*.test.ts',
            'tests/{bank-statements,billing,city-year,digital-payments,share-market}/**/*.test.ts',
          ],
          exclude: [...withoutDatabase, ...newDomain, ...ownServers, ...ofTheBrowser],
          isolate: false,
          globalSetup: 'tests/support/global-setup.ts',
          ...timeouts,
        },
      },
      // The longest file, so it runs beside the others.
      { test: { name: 'new-domain', include: newDomain, ...timeouts } },
      {
        test: {
          name: 'processes',
          include: ownServers,
          ...timeouts,
          // After the others and one file at a time: these tests start and kill servers, and check deadlines.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
