import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { followKeys, parseCheckpoint, parseNote, parseVerifierKey, verifyCheckpointByKeys } from '@cairn/ledger-proof';
import { counted } from '#platform/contract/counted.ts';
import type { AddCommand } from './add-command.ts';
import { databaseSource } from './log/database-source.ts';
import { formatBlock, formatFooter, formatHeader } from './log/export-format.ts';
import type { LogSource } from './log/log-source.ts';
import { readLog } from './log/read-log.ts';
import { serverSource } from './log/server-source.ts';
import { withWorkspace } from './open-workspace.ts';
import { showProgress } from './progress.ts';
import type { Terminal } from './terminal.ts';

export const addExport: AddCommand = (program, terminal) => {
  program
    .command('export')
    .description('write the whole log to a file that cairn verify can check offline')
    .argument('<file>', 'the file to write; it appears only once complete')
    .option('--url <address>', 'read the public log of this server instead of the database')
    .action(async (file: string, options: { url?: string }) => {
      const size =
        options.url === undefined
          ? await withWorkspace(terminal, async ({ services, whenSigned }) => {
              await whenSigned();
              return exportLog(terminal, databaseSource(services), file);
            })
          : await exportLog(terminal, serverSource(options.url), file);
      terminal.out(
        `${counted(size, 'block is', 'blocks are')} in ${file}. Verify it with: cairn verify ${file} --key <the ledger’s public key>`,
      );
    });
};

/** Writes to a temporary file and renames it, so that a partial export never has the final name. */
async function exportLog(terminal: Terminal, source: LogSource, file: string): Promise<bigint> {
  const [vkey, note] = await Promise.all([source.vkey(), source.checkpoint()]);
  const keyBlocks = await source.keyBlocks();
  const first = keyBlocks[0]?.data['previousKey'];
  const keys = await followKeys(parseVerifierKey(typeof first === 'string' ? first : vkey), keyBlocks);
  const { checkpoint } = await verifyCheckpointByKeys(note, keys);
  const { size, origin } = checkpoint;
  const unfinished = `${file}.unfinished`;
  const progress = showProgress(terminal, 'blocks written');
  const output = createWriteStream(unfinished, { flush: true });
  const failed = once(output, 'error').then(([error]) => {
    throw error;
  });
  failed.catch(() => undefined);
  const write = async (text: string) => {
    if (!output.write(text)) await Promise.race([once(output, 'drain'), failed]);
  };
  try {
    await write(formatHeader({ origin, vkey, size: Number(size) }));
    let written = 0;
    for await (const entry of readLog(source, size)) {
      await write(formatBlock(entry));
      progress.update(++written, Number(size));
    }
    const cosigned = await source.cosigned([]);
    // A checkpoint that was cosigned in the meantime may cover more blocks than the file has.
    const fits = cosigned !== undefined && parseCheckpoint(parseNote(cosigned).text).size < size;
    output.end(formatFooter(note, fits ? cosigned : undefined));
    await Promise.race([once(output, 'close'), failed]);
    await rename(unfinished, file);
    await syncFolder(dirname(file));
  } catch (error) {
    output.destroy();
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    progress.end();
  }
  return size;
}

/** Makes the new name survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
