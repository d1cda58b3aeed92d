import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { AddCommand } from './add-command.ts';
import { openKnownCheckpoints } from './verify/known-checkpoints.ts';
import { readTrust, type TrustOptions } from './verify/trust.ts';
import { verifyProof } from './verify/verify-proof.ts';
import { verifyExport, verifyServer } from './verify/verify-whole.ts';

const PROOF_BEGINNING = 'c2sp.org/tlog-proof@';

const WHO_DETECTS_WHAT = `
What is detected, by what the attacker controls, by whom and how fast:
  the database          any change to a signed block, a removed block, and a rewritten history: by the
                        server within a second, or within one pass over the chain; by verify when it runs
  the key alone         another log under the same key: by verify at its next run on a machine that has
                        verified the true log, with --since, or with --witness; by the witnesses when they are asked
  the database, key     a history signed again: by the server, from its signing record, within a second;
                        by verify as for the key alone
  the host (database,   a history signed again: by the witnesses when they are asked, every 5 seconds;
  key and record)       by verify as for the key alone
  all of them and the   only what contradicts a checkpoint, proof or export that you kept, when it is
  witnesses             compared: --since, or a .tlog-proof
Without --key the key comes from the log itself, so a whole different log passes.
`;

const WAIT_SECONDS_MAX = 3600;

function parseSeconds(text: string): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds <= WAIT_SECONDS_MAX) return seconds;
  throw new InvalidArgumentError(`It must be a number of seconds, 0 to ${WAIT_SECONDS_MAX}.`);
}

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
    .option('--witness <vkey>', 'a witness that must have cosigned every block; repeatable', collect, [])
    .option(
      '--wait <seconds>',
      'how long to wait until the witnesses have cosigned the newest blocks',
      parseSeconds,
      30,
    )
    .option('--since <file>', 'an earlier checkpoint: the log must still start with everything that it covers')
    .option('--no-remember', 'neither compare with the last checkpoint verified on this machine, nor store this one')
    .addHelpText('after', WHO_DETECTS_WHAT)
    .action(
      async (
        target: string | undefined,
        options: TrustOptions & { since?: string; remember: boolean; wait: number },
      ) => {
        const address = target ?? `http://127.0.0.1:${terminal.config().port}`;
        const trust = await readTrust(options);
        const known = options.remember ? openKnownCheckpoints(join(terminal.stateFolder, 'checkpoints')) : undefined;
        const extras = { since: options.since, known, waitSeconds: options.wait };
        if (/^https?:\/\//i.test(address)) finish(await verifyServer(terminal, address, trust, extras));
        else if ((await beginningOf(address)) === PROOF_BEGINNING) finish(await verifyProof(terminal, address, trust));
        else finish(await verifyExport(terminal, address, trust, extras));
      },
    );
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
