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
  const ledger = program.command('ledger').description('look after the ledger itself');
  addLedgerTrust(ledger, terminal);
  ledger
    .command('rotate-key')
    .description(
      'replace the key that signs checkpoints: the old key announces the new one in a block (servers stopped)',
    )
    .option('--new-key-file <file>', 'where the new key goes, with CAIRN_LEDGER_KEY; it must not exist yet')
    .action(async ({ newKeyFile }: Options) => {
      const config = terminal.config();
      requireOnePlace(config, newKeyFile);
      const rotated = await withWorkspace(
        terminal,
        async ({ services, besideServer, whenSigned }) => {
          if (besideServer)
            throw new Failure(
              'A server or another command is using this ledger. Stop it first: it holds the old key.',
              2,
            );
          // All that was recorded under the old key is signed by it, so that the seam is a clean one.
          await whenSigned();
          return rotate(services, config, newKeyFile);
        },
        { config },
      );
      // Opened anew, with the new key: once this has signed, the old one is not needed any more.
      await withWorkspace(terminal, ({ whenSigned }) => whenSigned(), {
        config: { ...config, ledgerKey: rotated.keyText },
      });
      terminal.out(
        `Block ${rotated.index.toLocaleString('en-US')} announces the new key, and the new key has signed for it.`,
      );
      terminal.out(`New key: ${rotated.vkey}`);
      terminal.out(
        newKeyFile === undefined
          ? 'It stands in the file ledger-key of the data folder; the old one is kept beside it. Back it up now.'
          : `It stands in ${newKeyFile}. Start every server with CAIRN_LEDGER_KEY_FILE=${newKeyFile}, and back it up now.`,
      );
      terminal.out('Tell the witnesses: they need the new key before they cosign again.');
    });
};

function requireOnePlace(config: Config, newKeyFile: string | undefined): void {
  if (config.ledgerKey !== undefined && newKeyFile === undefined)
    throw new Failure('The key comes from CAIRN_LEDGER_KEY, so say where the new one goes: --new-key-file <file>.', 2);
  if (config.ledgerKey === undefined && newKeyFile !== undefined)
    throw new Failure('The key stands in the data folder, and so will the new one: leave --new-key-file out.', 2);
}

/** The new key is on the disk before a block announces it: a crash at any moment leaves a ledger that can be signed. */
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
    throw error.code === 'EEXIST' ? new Failure(`${path} exists already. Name a new file.`, 2) : error;
  });
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return text;
}
