import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limitAccounts } from '#domains/billing/server/index.ts';
import { type ImportResult, importDocument } from '#domains/trace/server/index.ts';
import { counted } from '#platform/contract/counted.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { AddCommand } from './add-command.ts';
import { Failure } from './failure.ts';
import { withWorkspace } from './open-workspace.ts';
import { showProgress } from './progress.ts';
import type { Terminal } from './terminal.ts';

type Sum = { -readonly [K in keyof ImportResult]: number } & { documents: number; refused: number; unread: number };

/** Number of repeated events listed for each document, unless all are requested. */
const LISTED_REPETITIONS = 10;

/** Number of identifiers with a wrong check digit listed for each document. */
const LISTED_CHECK_DIGITS = 10;

export const addImportEpcis: AddCommand = (program, terminal, finish) => {
  program
    .command('import')
    .description('import events')
    .command('epcis')
    .description('import EPCIS 2.0 documents (JSON-LD) as blocks, participants and assets')
    .argument('<file|folder>', 'a document, or a folder whose .json and .jsonld files are imported recursively')
    .option(
      '--as <username>',
      'the participant for events that name no party (default: epcis-import, created when needed)',
    )
    .option('--list-repeated', `list every event that is already recorded (default: the first ${LISTED_REPETITIONS})`)
    .addHelpText(
      'after',
      '\nEach document is validated completely before any of it is stored. An invalid one is rejected with the path of each error.' +
        '\nEvents that differ in eventID or recordTime alone are stored once, so importing a document again stores only the' +
        '\nmissing ones. Sender, receiver, master data and other content of the header get blocks of their own.',
    )
    .action(async (target: string, options: { as?: string; listRepeated?: true }) => {
      const { files, unread } = await findDocuments(target);
      const { sum, details } = await withWorkspace(terminal, async ({ services, whenSigned }) => {
        limitAccounts(services);
        const total = await importAll(terminal, services.trace, files, options);
        if (total.sum.blocks > 0) await whenSigned();
        return total;
      });
      report(terminal, { ...sum, unread }, details);
      if (sum.refused > 0) finish(1);
    });
};

async function findDocuments(target: string): Promise<{ files: string[]; unread: number }> {
  if (!(await stat(target)).isDirectory()) return { files: [target], unread: 0 };
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.filter((path) => /\.json(ld)?$/i.test(path)).sort();
  if (files.length === 0) throw new Failure(`${target} contains no .json or .jsonld files.`, 2);
  return { files, unread: paths.length - files.length };
}

async function importAll(
  terminal: Terminal,
  trace: Parameters<typeof importDocument>[0],
  files: readonly string[],
  { as, listRepeated }: { as?: string; listRepeated?: true },
): Promise<{ sum: Sum; details: string[] }> {
  const details: string[] = [];
  const sum: Sum = {
    documents: 0,
    refused: 0,
    unread: 0,
    events: 0,
    blocks: 0,
    repetitions: 0,
    participantsIntroduced: 0,
    assetsIntroduced: 0,
    objectsWithoutBlock: 0,
    leftOut: 0,
    wrongCheckDigits: 0,
  };
  const progress = showProgress(terminal, files.length > 1 ? 'documents' : 'blocks');
  for (const [i, file] of files.entries()) {
    try {
      const onProgress = (done: number, total: number) =>
        files.length > 1 ? progress.update(i + done / total, files.length) : progress.update(done, total);
      const result = await importDocument(trace, await readFile(file, 'utf8'), { as, onProgress });
      add(sum, result);
      details.push(...detailsOf(file, result, listRepeated === true ? result.repetitions.length : LISTED_REPETITIONS));
    } catch (error) {
      progress.end();
      if (!(error instanceof AppError) || error.errors === undefined) throw error;
      sum.refused += 1;
      terminal.note(`${file} was rejected. None of it was stored:`);
      for (const { message } of error.errors) terminal.note(`  ${message}`);
    }
  }
  progress.end();
  return { sum, details };
}

function add(sum: Sum, result: ImportResult): void {
  sum.documents += 1;
  for (const name of Object.keys(result) as (keyof ImportResult)[]) {
    const value = result[name];
    sum[name] += typeof value === 'number' ? value : value.length;
  }
}

/**
 * Lists the events of a document that were already recorded, with their blocks, the parts that could not be stored, and the
 * first identifiers with a wrong check digit.
 */
function detailsOf(file: string, { repetitions, leftOut, wrongCheckDigits }: ImportResult, listed: number): string[] {
  const lines = [...leftOut, ...wrongCheckDigits.slice(0, LISTED_CHECK_DIGITS)].map(
    ({ message }) => `${file}: ${message}`,
  );
  const others = wrongCheckDigits.length - LISTED_CHECK_DIGITS;
  if (others > 0) lines.push(`${file}: ${counted(others, 'more identifier')} with a wrong check digit`);
  if (repetitions.length === 0) return lines;
  lines.push(`${file}: ${counted(repetitions.length, 'event')} already recorded`);
  for (const { pointer, block } of repetitions.slice(0, listed))
    lines.push(`  ${pointer === '' ? 'the event' : pointer} is block ${block.toLocaleString('en-US')}`);
  const more = repetitions.length - listed;
  if (more > 0) lines.push(`  and ${counted(more, 'more event')}; --list-repeated lists all`);
  return lines;
}

function report(terminal: Terminal, sum: Sum, details: readonly string[]): void {
  terminal.out(
    `${counted(sum.documents, 'document')} imported: ${counted(sum.events, 'event')}, ${counted(sum.blocks, 'new block')}, ` +
      `${counted(sum.repetitions, 'event')} already recorded, ${counted(sum.assetsIntroduced, 'asset')} and ` +
      `${counted(sum.participantsIntroduced, 'participant')} added.`,
  );
  if (sum.objectsWithoutBlock > 0)
    terminal.out(
      `${counted(sum.objectsWithoutBlock, 'object')} without a block of their own: their event names more than 200 objects.`,
    );
  if (sum.refused > 0) terminal.out(`${counted(sum.refused, 'document')} rejected.`);
  if (sum.unread > 0)
    terminal.out(
      `${counted(sum.unread, 'file')} skipped: only .json and .jsonld files can be imported (XML is not supported yet).`,
    );
  for (const line of details) terminal.out(line);
}
