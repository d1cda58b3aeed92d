import { open, readFile } from 'node:fs/promises';
import {
  type Checkpoint,
  entryHash,
  type LogVerdict,
  ProofError,
  parseEntry,
  parseTlogProof,
  parseVerifierKey,
  type TreeHead,
  type VerifierKey,
  verifyCheckpoint,
  verifyTlogProof,
} from '@cairn/ledger-proof';
import { Failure } from './failure.ts';
import { checkLog, type Fault, nodeSha256 } from './log/check-log.ts';
import { readExportBlocks, readExportEnds } from './log/export-format.ts';
import type { LogEntry } from './log/log-source.ts';
import { readLog } from './log/read-log.ts';
import { serverSource } from './log/server-source.ts';
import { showProgress } from './progress.ts';
import type { AddCommand } from './run.ts';
import type { Terminal } from './terminal.ts';

type Options = { key?: string; keyFile?: string; since?: string };

const PROOF_BEGINNING = 'c2sp.org/tlog-proof@';

export const addVerify: AddCommand = (program, terminal, finish) => {
  program
    .command('verify')
    .description('check a log, an export, or the proof of one block, without trusting whoever gave it')
    .argument(
      '[target]',
      'address of a running server, an export file, or a .tlog-proof file (default: the local server)',
    )
    .option('--key <vkey>', 'the ledger’s public key, which you should have from somewhere else than the ledger itself')
    .option('--key-file <file>', 'a file with that key')
    .option('--since <file>', 'a checkpoint kept from before: the log must still begin with all that it covers')
    .action(async (target: string | undefined, options: Options) => {
      const address = target ?? `http://127.0.0.1:${terminal.config().port}`;
      const key = await readKey(options);
      if (/^https?:\/\//i.test(address)) finish(await verifyServer(terminal, address, key, options));
      else if ((await beginningOf(address)) === PROOF_BEGINNING) finish(await verifyProof(terminal, address, key));
      else finish(await verifyExport(terminal, address, key, options));
    });
};

async function readKey({ key, keyFile }: Options): Promise<VerifierKey | undefined> {
  if (key !== undefined && keyFile !== undefined) throw new Failure('Give --key or --key-file, not both.', 2);
  const text = keyFile === undefined ? key : await readFile(keyFile, 'utf8');
  return text === undefined ? undefined : parseKey(text);
}

function parseKey(text: string): VerifierKey {
  try {
    return parseVerifierKey(text.trim());
  } catch {
    throw new Failure(
      'The key is no C2SP verifier key. It looks like ledger.example.org+1a2b3c4d+AQ…, and stands at /log/vkey and in block 0.',
      2,
    );
  }
}

async function beginningOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PROOF_BEGINNING.length), 0, PROOF_BEGINNING.length, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function verifyServer(
  terminal: Terminal,
  address: string,
  key: VerifierKey | undefined,
  options: Options,
): Promise<number> {
  const source = serverSource(address);
  const own = key === undefined ? await source.vkey() : undefined;
  if (own !== undefined)
    terminal.note(
      `The key was taken from the server itself, so this shows that its log is whole, not whose it is. To be sure: --key ${own}`,
    );
  const claim = { name: source.name, note: await source.checkpoint(), key: key ?? parseKey(own ?? '') };
  return verifyWhole(terminal, claim, options, (size) => readLog(source, size));
}

async function verifyExport(
  terminal: Terminal,
  file: string,
  key: VerifierKey | undefined,
  options: Options,
): Promise<number> {
  const { header, checkpoint } = await readExportEnds(file);
  if (key === undefined)
    terminal.note(
      `The key was taken from the file itself, so this shows that the log in it is whole, not whose it is. To be sure: --key ${header.vkey}`,
    );
  if (checkpoint === undefined)
    return bad(terminal, { index: header.size, reason: 'the export ends without its checkpoint: it is cut off' });
  return verifyWhole(terminal, { name: file, note: checkpoint, key: key ?? parseKey(header.vkey) }, options, () =>
    readExportBlocks(file),
  );
}

async function verifyWhole(
  terminal: Terminal,
  claim: { name: string; note: string; key: VerifierKey },
  options: Options,
  entries: (size: bigint) => AsyncIterable<LogEntry>,
): Promise<number> {
  const checkpoint = await openNote(claim.note, claim.key);
  if (checkpoint instanceof ProofError) {
    terminal.out(`NOT VALID. The checkpoint of ${claim.name} is not signed with this key: ${checkpoint.message}`);
    return 1;
  }
  const kept = options.since === undefined ? [] : [await readKept(options.since, claim.key)];
  const progress = showProgress(terminal, 'blocks checked');
  const size = Number(checkpoint.size);
  const begun = performance.now();
  const result = await checkLog(() => entries(checkpoint.size), checkpoint, {
    kept,
    onProgress: (done) => progress.update(done, size),
  });
  progress.end();
  if (!('ok' in result)) return bad(terminal, result);
  good(terminal, claim.name, checkpoint, result, kept, (performance.now() - begun) / 1000);
  return 0;
}

async function openNote(note: string, logKey: VerifierKey): Promise<Checkpoint | ProofError> {
  try {
    return (await verifyCheckpoint(note, { logKey })).checkpoint;
  } catch (error) {
    if (error instanceof ProofError) return error;
    throw error;
  }
}

async function readKept(file: string, key: VerifierKey): Promise<TreeHead> {
  const checkpoint = await openNote(await readFile(file, 'utf8'), key);
  if (checkpoint instanceof ProofError)
    throw new Failure(`${file} is no checkpoint that this key signed: ${checkpoint.message}`, 2);
  return checkpoint;
}

function bad(terminal: Terminal, { index, reason }: Fault): number {
  terminal.out(`NOT VALID. First bad block: ${index}. ${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`);
  return 1;
}

function good(
  terminal: Terminal,
  name: string,
  checkpoint: Checkpoint,
  verdict: LogVerdict,
  kept: readonly TreeHead[],
  seconds: number,
): void {
  const root = Buffer.from(checkpoint.root).toString('hex');
  terminal.out(
    `VALID. All ${verdict.size.toLocaleString('en-US')} blocks of ${name} are as ${checkpoint.origin} signed for them.`,
  );
  for (const head of kept)
    terminal.out(
      `It still begins with the ${head.size.toLocaleString('en-US')} blocks of the checkpoint kept from before.`,
    );
  terminal.out(`Merkle root ${root}, checked in ${seconds.toFixed(1)} s.`);
}

async function verifyProof(terminal: Terminal, file: string, key: VerifierKey | undefined): Promise<number> {
  if (key === undefined)
    throw new Failure(
      'A proof is checked offline, so it needs the ledger’s public key: --key <vkey>. It stands at /log/vkey and in block 0.',
      2,
    );
  const text = await readFile(file, 'utf8');
  let claimed = '';
  try {
    const { index, extra } = parseTlogProof(text);
    claimed = ` Block ${index}:`;
    if (extra === undefined)
      throw new Failure(`${file} proves a hash but does not hold the block. Download it from the ledger again.`, 2);
    const { checkpoint } = await verifyTlogProof(text, entryHash(extra, nodeSha256), {
      logKey: key,
      sha256: nodeSha256,
    });
    const { dataText: _, ...block } = parseEntry(extra, nodeSha256);
    if (BigInt(block.index) !== index) throw new ProofError('index_out_of_range', `It holds block ${block.index}.`);
    terminal.out(
      `VALID. Block ${index} is in ${checkpoint.origin}, under a signed checkpoint over ${checkpoint.size.toLocaleString('en-US')} blocks.`,
    );
    terminal.out(JSON.stringify(block, null, 2));
    return 0;
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    terminal.out(`NOT VALID.${claimed} ${error.message}`);
    return 1;
  }
}
