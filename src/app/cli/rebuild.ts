import { readHead } from '#domains/ledger/server/index.ts';
import { rebuildTiles } from '#domains/ledger/server/rebuild-tiles.ts';
import { type Difference, rebuildProjections } from '#domains/trace/server/index.ts';
import { Failure } from './failure.ts';
import { withWorkspace } from './open-workspace.ts';
import { showProgress } from './progress.ts';
import type { AddCommand } from './run.ts';

const EXAMPLES_MAX = 3;

export const addRebuild: AddCommand = (program, terminal, finish) => {
  program
    .command('rebuild')
    .description('replay the chain, and set right what is kept of it (assets, marks, counters, Merkle tiles)')
    .option('--check', 'change nothing, only compare; exit code 1 when something differs')
    .action(async (options: { check?: true }) => {
      const repair = options.check !== true;
      const differences = await withWorkspace(terminal, async ({ services, besideServer }) => {
        if (repair && besideServer)
          throw new Failure(
            'A server is running on this ledger (or another command). Stop it first: it may be writing the very rows that are repaired.',
            2,
          );
        const { database } = services;
        const { length } = await readHead(database);
        const progress = showProgress(terminal, 'blocks replayed');
        const found = await rebuildProjections(database, {
          repair,
          onProgress: (done) => progress.update(done, length),
        });
        progress.end();
        const snapshot = database.transaction().setIsolationLevel('repeatable read');
        return [...found, ...asDifference(await snapshot.execute((tx) => rebuildTiles(tx, repair)))];
      });
      for (const { projection, count, examples } of differences) {
        terminal.out(`${projection}: ${count.toLocaleString('en-US')} ${count === 1 ? 'difference' : 'differences'}`);
        for (const example of examples) terminal.out(`  ${example}`);
        if (count > examples.length) terminal.out('  …');
      }
      conclude(differences, repair, terminal.out, finish);
    });
};

const asDifference = (wrong: readonly string[]): Difference[] =>
  wrong.length === 0
    ? []
    : [{ projection: 'merkle_tiles', count: wrong.length, examples: wrong.slice(0, EXAMPLES_MAX) }];

/** Blocks are never changed, so what is wrong with themselves stays, and stays a failure. */
const BEYOND_REPAIR = ['blocks', 'corrections'];

function conclude(
  differences: readonly Difference[],
  repair: boolean,
  say: (line: string) => void,
  finish: (exitCode: number) => void,
): void {
  if (differences.length === 0) {
    say('All that is kept is what the chain says.');
    return;
  }
  const left = repair ? differences.filter(({ projection }) => BEYOND_REPAIR.includes(projection)) : differences;
  if (left.length > 0) finish(1);
  if (!repair) say('Run `cairn rebuild` with the server stopped to set this right.');
  else if (left.length === 0) say('All of this is set right.');
  else
    say(
      'The rest is set right; the blocks themselves are not as they were recorded. See docs/runbooks/chain-broken.md.',
    );
}
