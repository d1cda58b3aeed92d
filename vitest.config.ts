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
const ownServers = [
  'tests/architecture/add-a-domain/*.test.ts',
  'src/platform/server/embedded-postgres/**/*.test.ts',
  'tests/torture/**/*.test.ts',
  'tests/start/**/*.test.ts',
];
const ofTheBrowser = ['src/**/web/**/*.test.ts'];
const ofComponents = ['src/**/web/**/*.test.tsx'];

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: withoutDatabase } },
      // The contrast test reads tokens.css, which vitest empties unless told.
      { test: { name: 'web', include: ofTheBrowser, css: { include: /tokens\.css/ } } },
      {
        plugins: [react()],
        test: {
          name: 'components',
          include: ofComponents,
          environment: 'happy-dom',
          setupFiles: 'src/platform/web/testing/setup.ts',
          testTimeout: 60_000,
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
          ],
          exclude: [...withoutDatabase, ...ownServers, ...ofTheBrowser],
          globalSetup: 'tests/support/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'processes', include: ownServers, testTimeout: 120_000, hookTimeout: 120_000 } },
    ],
  },
});
