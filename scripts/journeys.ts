import { existsSync } from 'node:fs';
import { bin, root, runCommand } from './run-command.ts';

const folder = 'tests/journeys';

/** Runs the journeys of the named domains, which are folders in `tests/journeys`, or all. Forwards other arguments. */
const args = process.argv.slice(2).map((arg) => (existsSync(`${root}${folder}/${arg}`) ? `${folder}/${arg}/` : arg));
process.exitCode = (await runCommand(bin('playwright'), ['test', ...args], { show: true })).code;
