import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { AddCommand } from './add-command.ts';
import { openKnownCheckpoints } from './verify/known-checkpoints.ts';
import { readTrust, type TrustOptions } from './verify/trust.ts';
import { verifyProof } from './verify/verify-proof.ts';
import { verifyExport, verifyServer } from './verify/verify-whole.ts';

const PROOF_BEGINNING = 'c2sp.org/tlog-proof@';

const WHO_DETECTS_WHAT = `
What this detects, by what the attacker controls:
  the database          any change to a block, a removed or added block, and a rewritten history
  the database, key     a rewritten history, once it was verified on this machine, or with --since
  the server, key       the same; and with --witness a history that an independent witness did not see
  all of them and the   only what contradicts a checkpoint, proof or export that you kept
  witnesses
Without --key the key comes from the log itself, so a whole different log passes.
`;

const collect = (value: string, before: string[]) => [...before, value];

export const addVerify: AddCommand = (program, terminal, finish) => {
  program
    .command('verify')
    .description('verify a log, an export, or block proofs, without trusting their source')
    .argument(
      '[target]',
      'address of a running server, an export file, or a .tlog-proof(s) file (default: the local server)',
    )
    .option('--key <vkey>', 'the ledger’s public key, obtained from a source other than the ledger itself')
    .option('--key-file <file>', 'a file that contains that key')
    .option('--witness <vkey>', 'a witness that must have cosigned; repeatable', collect, [])
    .option('--since <file>', 'an earlier checkpoint: the log must still start with everything that it covers')
    .option('--no-remember', 'neither compare with the last checkpoint verified on this machine, nor store this one')
    .addHelpText('after', WHO_DETECTS_WHAT)
    .action(async (target: string | undefined, options: TrustOptions & { since?: string; remember: boolean }) => {
      const address = target ?? `http://127.0.0.1:${terminal.config().port}`;
      const trust = await readTrust(options);
      const known = options.remember ? openKnownCheckpoints(join(terminal.stateFolder, 'checkpoints')) : undefined;
      const extras = { since: options.since, known };
      if (/^https?:\/\//i.test(address)) finish(await verifyServer(terminal, address, trust, extras));
      else if ((await beginningOf(address)) === PROOF_BEGINNING) finish(await verifyProof(terminal, address, trust));
      else finish(await verifyExport(terminal, address, trust, extras));
    });
};

async function beginningOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PROOF_BEGINNING.length), 0, PROOF_BEGINNING.length, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
