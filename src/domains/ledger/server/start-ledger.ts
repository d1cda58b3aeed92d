import { type BlockData, formatVerifierKey, LEDGER_FORMAT, parseGenesis } from '@cairn/ledger-proof';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { appendBlocks } from './batch.ts';
import { findBlockByIndex, lockHead } from './blocks.ts';
import { ledgerBlockTypes } from './ledger-block-types.ts';
import { readLogKeys } from './log-keys.ts';
import type { LedgerSigner } from './signing-key.ts';

/**
 * Prepares the ledger: writes block 0 into an empty one. Refuses a ledger whose genesis names another origin or key,
 * whose current key this server lacks, or (in production) a demo ledger. Safe to repeat, also concurrently.
 */
export async function startLedger(options: {
  database: Database;
  signer: LedgerSigner;
  demo: boolean;
  production: boolean;
  clock: Clock;
}): Promise<void> {
  const { database, signer } = options;
  const publicKey = formatVerifierKey(signer.key);
  await database.transaction().execute(async (tx) => {
    const head = await lockHead(tx);
    if (head.length > 0) return;
    const demo = options.demo ? { demo: true } : {};
    const data = { action: 'genesis', format: LEDGER_FORMAT, origin: signer.key.name, publicKey, ...demo };
    await appendBlocks(tx, [ledgerBlockTypes.draft(data)], options.clock);
  });

  const genesis = await findBlockByIndex(database, 0);
  if (genesis === undefined)
    throw new Error('The ledger has a head but no block 0. See docs/runbooks/chain-broken.md.');
  const declared = parseGenesis({ ...genesis, data: genesis.data as BlockData });
  const first = formatVerifierKey(signer.firstKey);
  if (declared.origin !== signer.key.name || formatVerifierKey(declared.key) !== first)
    throw new Error(
      `This ledger was created as ${formatVerifierKey(declared.key)}, but this server signs as ${first}. ` +
        'Give it the key of this ledger (the file ledger-key, or CAIRN_LEDGER_KEY).',
    );
  const current = (await readLogKeys(database, signer.firstKey)).at(-1)?.key;
  if (current !== undefined && formatVerifierKey(current) !== publicKey)
    throw new Error(
      `The key of this ledger was changed to ${formatVerifierKey(current)}, but this server signs as ${publicKey}. ` +
        'Give it the new key (the file ledger-key, or CAIRN_LEDGER_KEY).',
    );
  if (options.production && genesis.data['demo'] === true)
    throw new Error('This is a demo ledger, which is not allowed in production. Use another database.');
}

/** Returns the origin of an existing ledger, or undefined while it is empty. */
export async function readOrigin(database: Database): Promise<string | undefined> {
  const genesis = await findBlockByIndex(database, 0);
  const origin = genesis?.data['origin'];
  return typeof origin === 'string' ? origin : undefined;
}
