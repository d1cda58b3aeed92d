import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { check } from './check.ts';
import { bin, root, runCommand } from './run-command.ts';

type Result = { passed: number; failed: number; skipped: number; failures: Failure[] };

type Failure = { name: string; message: string };

type VitestReport = {
  numPassedTests?: number;
  numFailedTests?: number;
  numPendingTests?: number;
  testResults?: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
};

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: { file: string; title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[];
};

type PlaywrightReport = {
  stats?: { expected: number; unexpected: number; skipped: number };
  suites?: PlaywrightSuite[];
};

const reports = `${root}test-results`;
const failureLines = 30;

/**
 * Runs all tests and checks, and ends with the failures and the line `N passed, N failed`. Exits with 1 if anything
 * failed.
 */
const results: Result[] = [{ ...(await check()), skipped: 0, failures: [] }];
await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });
results.push(await runVitest());
if (existsSync(`${root}playwright.config.ts`)) results.push(await runPlaywright());

const total = results.reduce((sum, one) => ({
  passed: sum.passed + one.passed,
  failed: sum.failed + one.failed,
  skipped: sum.skipped + one.skipped,
  failures: [...sum.failures, ...one.failures],
}));
process.exitCode = total.failed === 0 ? 0 : 1;
// A failure may be thousands of lines before the end, and some consoles keep only the end.
for (const { name, message } of total.failures) {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, failureLines);
  process.stdout.write(`\n✗ ${name}\n${lines.map((line) => `    ${line}`).join('\n')}\n`);
}
process.stdout.write(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`,
);

async function runVitest(): Promise<Result> {
  const report = `${reports}/vitest.json`;
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await runCommand(bin('vitest'), args, { show: true });
  const result = await readJson<VitestReport>(report);
  const failed = result.numFailedTests ?? 0;
  return {
    passed: result.numPassedTests ?? 0,
    // A run that failed outside of any test (a suite that did not load, a leak) has failed too.
    failed: code === 0 ? failed : Math.max(1, failed),
    skipped: result.numPendingTests ?? 0,
    failures: (result.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(root, name);
      const ofTests = assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => ({ name: `${file} › ${test.fullName}`, message: (test.failureMessages ?? []).join('\n') }));
      return status === 'failed' && ofTests.length === 0 ? [{ name: file, message }] : ofTests;
    }),
  };
}

async function runPlaywright(): Promise<Result> {
  const report = `${reports}/playwright.json`;
  const { code } = await runCommand(bin('playwright'), ['test', '--reporter=list,json'], {
    show: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const { stats, suites = [] } = await readJson<PlaywrightReport>(report);
  const failed = stats?.unexpected ?? 0;
  return {
    passed: stats?.expected ?? 0,
    failed: code === 0 ? failed : Math.max(1, failed),
    skipped: stats?.skipped ?? 0,
    failures: suites.flatMap(failedSpecs),
  };
}

function failedSpecs({ suites = [], specs = [] }: PlaywrightSuite): Failure[] {
  const failures = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => ({
      name: `${file} › ${title}`,
      message: tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join('\n'),
    }));
  return [...failures, ...suites.flatMap(failedSpecs)];
}

async function readJson<T extends object>(path: string): Promise<Partial<T>> {
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as T) : {};
}
