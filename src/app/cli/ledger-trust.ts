import { readFile } from 'node:fs/promises';
import type { Services } from '#app/server/open-services.ts';
import type { AddSubcommand } from './add-command.ts';
import { Failure } from './failure.ts';
import { withWorkspace } from './open-workspace.ts';
import { showProgress } from './progress.ts';

type Options = { checkpoint: string; replace?: boolean };

/** Adds `cairn ledger trust`. */
export const addLedgerTrust: AddSubcommand = (ledger, terminal) => {
  ledger
    .command('trust')
    .description('create the signing record of this data folder, after proving that the ledger continues a checkpoint')
    .requiredOption('--checkpoint <file>', 'a signed checkpoint that you trust: one saved earlier, or a witness’s')
    .option('--replace', 'replace the existing record and the conflict that it reports')
    .action(async ({ checkpoint, replace = false }: Options) => {
      const note = await readFile(checkpoint, 'utf8').catch(() => {
        throw new Failure(`${checkpoint} cannot be read.`, 2);
      });
      const progress = showProgress(terminal, 'blocks checked');
      const size = await withWorkspace(
        terminal,
        ({ services, besideServer }) => {
          if (besideServer) throw new Failure('A server or another command is using this ledger. Stop it first.', 2);
          return trust(services, note, replace, progress.update);
        },
        { verifies: false },
      );
      progress.end();
      terminal.out(
        `The ledger contains exactly the ${size.toLocaleString('en-US')} ${size === 1 ? 'block' : 'blocks'} that the checkpoint covers. The server continues from there.`,
      );
    });
};

async function trust(
  { ledger }: Services,
  note: string,
  replace: boolean,
  onProgress: (done: number, of: number) => void,
) {
  const outcome = await ledger.trust(note, { replace, onProgress });
  if ('refused' in outcome) throw new Failure(outcome.refused);
  return outcome.size;
}
