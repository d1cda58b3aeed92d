import { type BlockData, formatVerifierKey, LEDGER_FORMAT, parseGenesis } from '@cairn/ledger-proof';
import { counted } from '#platform/contract/counted.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { appendBlocks } from './batch.ts';
import { findBlockByIndex, lockHead, readHead } from './blocks.ts';
import { ledgerBlockTypes } from './ledger-block-types.ts';
import { readLogKeys } from './log-keys.ts';
import type { LedgerSigner } from './signing-key.ts';
import { missingTail } from './verification/check-end.ts';
import type { SigningRecordFile } from './verification/signing-record.ts';
import { sizeOf } from './verification/verified-prefix.ts';

/**
 * Prepares the ledger: writes block 0 into an empty one. Refuses a ledger whose genesis names another origin or key,
 * whose current key this server lacks, or (in production) a demo ledger. Safe to repeat, also concurrently.
 */
export async function startLedger(options: {
  database: Database;
  signer: LedgerSigner;
  recordFile: SigningRecordFile;
  /** False for a program that leaves signing to the server, and needs no record of it. */
  verifies: boolean;
  demo: boolean;
  production: boolean;
  clock: Clock;
}): Promise<void> {
  const { database, signer, recordFile } = options;
  await requireRecord(database, recordFile, options.verifies);
  const publicKey = formatVerifierKey(signer.key);
  if ((await readHead(database)).length === 0)
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
  if (options.verifies) await recordMissingTail(database, recordFile);
}

/** Records a chain that is shorter than what this server signed before anything else starts. The verifier would need a second to find it. */
async function recordMissingTail(database: Database, recordFile: SigningRecordFile): Promise<void> {
  // The record first: a server beside this one signs only blocks that are in the database.
  const record = await recordFile.read();
  const { length } = await readHead(database);
  const signed = record === undefined ? 0 : sizeOf(record.signed);
  if (length < signed) await recordFile.recordConflict(missingTail(length, signed));
}

/**
 * Creates the signing record of an empty ledger, before its first block, so that no crash leaves blocks without it. Throws
 * when an existing ledger has none, and when the record covers blocks that an empty one has lost.
 */
async function requireRecord(database: Database, recordFile: SigningRecordFile, verifies: boolean): Promise<void> {
  const isEmpty = async () => (await readHead(database)).length === 0;
  // The head is read first: a process that starts concurrently creates the record before its first block.
  const wasEmpty = await isEmpty();
  const record = await recordFile.read();
  if (record === undefined && wasEmpty) await recordFile.createEmpty();
  if (record === undefined && !wasEmpty && verifies)
    throw new Error(
      `There is no signing record at ${recordFile.path}, so this server cannot tell whether the ledger is the one it signed. ` +
        'Create the record from a checkpoint that you trust: npm run cairn -- ledger trust --checkpoint FILE. ' +
        'See docs/runbooks/signing-record.md.',
    );
  if (record !== undefined && record.signed.range.size > 0n && wasEmpty && (await isEmpty()))
    throw new Error(
      `The database holds no ledger, but this server has signed ${counted(sizeOf(record.signed), 'block')} of one (${recordFile.path}). ` +
        'Restore the database from a backup. To start a different ledger, use another data folder and another key.',
    );
}

/** Returns the origin of an existing ledger, or undefined while it is empty. */
export async function readOrigin(database: Database): Promise<string | undefined> {
  const genesis = await findBlockByIndex(database, 0);
  const origin = genesis?.data['origin'];
  return typeof origin === 'string' ? origin : undefined;
}
