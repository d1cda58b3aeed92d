import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { check } from './check.ts';
import { bin, root, runCommand } from './run-command.ts';

type Count = { passed: number; failed: number; skipped: number };

const reports = `${root}test-results`;

/** Runs all tests and checks, and ends with the line `N passed, N failed`. Exits with 1 if anything failed. */
const counts: Count[] = [{ ...(await check()), skipped: 0 }];
await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });
counts.push(await runVitest());
if (existsSync(`${root}playwright.config.ts`)) counts.push(await runPlaywright());

const total = counts.reduce((sum, one) => ({
  passed: sum.passed + one.passed,
  failed: sum.failed + one.failed,
  skipped: sum.skipped + one.skipped,
}));
process.exitCode = total.failed === 0 ? 0 : 1;
process.stdout.write(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`,
);

async function runVitest(): Promise<Count> {
  const report = `${reports}/vitest.json`;
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await runCommand(bin('vitest'), args, { show: true });
  const result = (await readJson(report)) as {
    numPassedTests?: number;
    numFailedTests?: number;
    numPendingTests?: number;
  };
  const failed = result.numFailedTests ?? 0;
  // A run that failed outside of any test (a suite that did not load, a leak) has failed too.
  return {
    passed: result.numPassedTests ?? 0,
    failed: code === 0 ? failed : Math.max(1, failed),
    skipped: result.numPendingTests ?? 0,
  };
}

async function runPlaywright(): Promise<Count> {
  const report = `${reports}/playwright.json`;
  const { code } = await runCommand(bin('playwright'), ['test', '--reporter=list,json'], {
    show: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const { stats } = (await readJson(report)) as { stats?: { expected: number; unexpected: number; skipped: number } };
  const failed = stats?.unexpected ?? 0;
  return {
    passed: stats?.expected ?? 0,
    failed: code === 0 ? failed : Math.max(1, failed),
    skipped: stats?.skipped ?? 0,
  };
}

async function readJson(path: string): Promise<object> {
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as object) : {};
}
