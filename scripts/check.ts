import { bin, root, runCommand } from './run-command.ts';

const typeCheck = (project: string) => ['node', `${root}node_modules/typescript-native/bin/tsc`, '-p', project];

/** The static checks, each with its command. */
const checks: readonly { name: string; command: readonly string[] }[] = [
  { name: 'format and lint', command: [bin('biome'), 'ci', '--error-on-warnings', '--colors=off', '.'] },
  { name: 'types of the server', command: typeCheck('tsconfig.json') },
  { name: 'types of the web app', command: typeCheck('tsconfig.web.json') },
  { name: 'types of the service worker', command: typeCheck('tsconfig.worker.json') },
  { name: 'types of the journeys', command: typeCheck('tsconfig.journeys.json') },
  {
    name: 'boundaries',
    command: [bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'src', 'packages/ledger-proof/src'],
  },
  { name: 'dead code', command: [bin('knip'), '--no-progress'] },
  { name: 'contracts', command: ['node', `${root}scripts/compile-contracts.ts`, '--check'] },
];

/** Runs all checks, prints the output of failed ones, and returns how many passed and failed. */
export async function check(): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const { name, command } of checks) {
    const start = performance.now();
    const [program = 'node', ...args] = command;
    const { code, output } = await runCommand(program, args, { show: false });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n`);
    if (code === 0) continue;
    failed += 1;
    process.stdout.write(`${output.slice(-20_000)}\n`);
  }
  return { passed: checks.length - failed, failed };
}

if (import.meta.filename === process.argv[1]) {
  const { failed } = await check();
  process.exitCode = failed === 0 ? 0 : 1;
}
