import { readHead } from '#domains/ledger/server/index.ts';
import type { Difference } from '#platform/server/domain.ts';
import type { AddCommand } from './add-command.ts';
import { Failure } from './failure.ts';
import { withWorkspace } from './open-workspace.ts';
import { showProgress } from './progress.ts';

export const addRebuild: AddCommand = (program, terminal, finish) => {
  program
    .command('rebuild')
    .description('compare every stored table with the chain, and repair the rows that differ')
    .option('--check', 'compare only; exit code 1 if anything differs')
    .action(async (options: { check?: true }) => {
      const repair = options.check !== true;
      const differences = await withWorkspace(terminal, async ({ services, besideServer }) => {
        if (repair && besideServer)
          throw new Failure(
            'A server or another command is using this ledger. Stop it first: it may be writing to the rows that need repair.',
            2,
          );
        const { length } = await readHead(services.database);
        const found: Difference[] = [];
        for (const { rebuild } of services.domains) {
          if (rebuild === undefined) continue;
          const progress = showProgress(terminal, 'blocks replayed');
          found.push(...(await rebuild({ repair, onProgress: (done) => progress.update(done, length) })));
          progress.end();
        }
        return found;
      });
      for (const { projection, count, examples } of differences) {
        terminal.out(`${projection}: ${count.toLocaleString('en-US')} ${count === 1 ? 'difference' : 'differences'}`);
        for (const example of examples) terminal.out(`  ${example}`);
        if (count > examples.length) terminal.out('  …');
      }
      conclude(differences, repair, terminal.out, finish);
    });
};

function conclude(
  differences: readonly Difference[],
  repair: boolean,
  say: (line: string) => void,
  finish: (exitCode: number) => void,
): void {
  if (differences.length === 0) {
    say('Every table that follows from the chain matches it.');
    return;
  }
  const left = repair ? differences.filter(({ repairable }) => !repairable) : differences;
  if (left.length > 0) finish(1);
  const lost = left.filter(({ repairable }) => !repairable);
  if (!repair && lost.length < left.length) say('Stop the server and run `cairn rebuild` to repair them.');
  else if (lost.length === 0) say('All differences are repaired.');
  if (lost.length > 0)
    say(
      `The chain cannot repair ${lost.map(({ projection }) => projection).join(', ')}: see docs/runbooks/chain-broken.md.`,
    );
}
