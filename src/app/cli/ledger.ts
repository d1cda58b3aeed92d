import { open } from 'node:fs/promises';
import { formatVerifierKey } from '@cairn/ledger-proof';
import type { Services } from '#app/server/open-services.ts';
import {
  adoptNextKey,
  createSigner,
  makeSuccessorText,
  prepareNextKey,
  rotateKey,
} from '#domains/ledger/server/index.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { AddCommand } from './add-command.ts';
import { Failure } from './failure.ts';
import { addLedgerTrust } from './ledger-trust.ts';
import { withWorkspace } from './open-workspace.ts';

type Options = { newKeyFile?: string };

export const addLedger: AddCommand = (program, terminal) => {
  const ledger = program.command('ledger').description('maintain the ledger');
  addLedgerTrust(ledger, terminal);
  ledger
    .command('rotate-key')
    .description(
      'replace the key that signs checkpoints: the old key announces the new one in a block (servers stopped)',
    )
    .option('--new-key-file <file>', 'file to create for the new key, if CAIRN_LEDGER_KEY is set')
    .action(async ({ newKeyFile }: Options) => {
      const config = terminal.config();
      requireOnePlace(config, newKeyFile);
      const rotated = await withWorkspace(
        terminal,
        async ({ services, besideServer, whenSigned }) => {
          if (besideServer)
            throw new Failure(
              'A server or another command is using this ledger. Stop it first: it signs with the old key.',
              2,
            );
          // The old key signs everything recorded under it before the new key takes over.
          await whenSigned();
          return rotate(services, config, newKeyFile);
        },
        { config },
      );
      // Reopened with the new key: once this has signed, the old key is no longer needed.
      await withWorkspace(terminal, ({ whenSigned }) => whenSigned(), {
        config: { ...config, ledgerKey: rotated.keyText },
      });
      terminal.out(
        `Block ${rotated.index.toLocaleString('en-US')} announces the new key, and the new key has signed a checkpoint over it.`,
      );
      terminal.out(`New key: ${rotated.vkey}`);
      terminal.out(
        newKeyFile === undefined
          ? 'It is in the file ledger-key of the data folder, with the old key beside it. Back it up now.'
          : `It is in ${newKeyFile}. Start every server with CAIRN_LEDGER_KEY_FILE=${newKeyFile}, and back it up now.`,
      );
      terminal.out('Inform the witnesses: they need the new key before they can cosign again.');
    });
};

function requireOnePlace(config: Config, newKeyFile: string | undefined): void {
  if (config.ledgerKey !== undefined && newKeyFile === undefined)
    throw new Failure('The key comes from CAIRN_LEDGER_KEY. Name a file for the new one: --new-key-file <file>.', 2);
  if (config.ledgerKey === undefined && newKeyFile !== undefined)
    throw new Failure('The data folder stores both the key and its successor. Leave out --new-key-file.', 2);
}

/** Writes the new key to disk before a block announces it, so that a crash never leaves a ledger without its key. */
async function rotate({ database, ledger }: Services, config: Config, newKeyFile: string | undefined) {
  const keyText =
    newKeyFile === undefined
      ? await prepareNextKey(config.dataFolder, ledger.signer)
      : await writeNewFile(newKeyFile, makeSuccessorText(ledger.signer));
  const { key } = createSigner(ledger.signer.key.name, keyText);
  const index = await rotateKey(database, ledger.signer, key, systemClock);
  if (newKeyFile === undefined) await adoptNextKey(config.dataFolder);
  return { index, vkey: formatVerifierKey(key), keyText };
}

async function writeNewFile(path: string, text: string): Promise<string> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Failure(`${path} already exists. Name a new file.`, 2) : error;
  });
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return text;
}
