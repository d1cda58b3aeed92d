import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImportResult, importDocument } from '#domains/trace/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { AddCommand } from './add-command.ts';
import { Failure } from './failure.ts';
import { withWorkspace } from './open-workspace.ts';
import { showProgress } from './progress.ts';
import type { Terminal } from './terminal.ts';

type Sum = { documents: number; refused: number; unread: number } & {
  -readonly [K in Exclude<keyof ImportResult, 'participantsIntroduced'>]: number;
} & { participantsIntroduced: number };

export const addImportEpcis: AddCommand = (program, terminal, finish) => {
  program
    .command('import')
    .description('take events in')
    .command('epcis')
    .description('import EPCIS 2.0 documents (JSON-LD) as blocks, parties and assets')
    .argument('<file|folder>', 'a document, or a folder whose .json and .jsonld files are imported, also below it')
    .option(
      '--as <username>',
      'the participant for events that name no party (default: epcis-import, made when needed)',
    )
    .addHelpText(
      'after',
      '\nA document is checked as a whole before any of it is stored; an invalid one is refused with the path of what is wrong.' +
        '\nAn event is known by its hash: importing a document again stores only what is missing.',
    )
    .action(async (target: string, options: { as?: string }) => {
      const { files, unread } = await findDocuments(target);
      const sum = await withWorkspace(terminal, async ({ services, whenSigned }) => {
        const total = await importAll(terminal, services.trace, files, options.as);
        if (total.blocks > 0) await whenSigned();
        return total;
      });
      report(terminal, { ...sum, unread });
      if (sum.refused > 0) finish(1);
    });
};

async function findDocuments(target: string): Promise<{ files: string[]; unread: number }> {
  if (!(await stat(target)).isDirectory()) return { files: [target], unread: 0 };
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.filter((path) => /\.json(ld)?$/i.test(path)).sort();
  if (files.length === 0) throw new Failure(`There is no .json or .jsonld file in ${target}.`, 2);
  return { files, unread: paths.length - files.length };
}

async function importAll(
  terminal: Terminal,
  trace: Parameters<typeof importDocument>[0],
  files: readonly string[],
  as: string | undefined,
): Promise<Sum> {
  const sum: Sum = {
    documents: 0,
    refused: 0,
    unread: 0,
    events: 0,
    blocks: 0,
    repeated: 0,
    participantsIntroduced: 0,
    assetsIntroduced: 0,
    objectsWithoutBlock: 0,
  };
  const progress = showProgress(terminal, files.length > 1 ? 'documents' : 'blocks');
  for (const [i, file] of files.entries()) {
    try {
      const onProgress = (done: number, total: number) =>
        files.length > 1 ? progress.update(i + done / total, files.length) : progress.update(done, total);
      add(sum, await importDocument(trace, await readFile(file, 'utf8'), { as, onProgress }));
    } catch (error) {
      progress.end();
      if (!(error instanceof AppError) || error.errors === undefined) throw error;
      sum.refused += 1;
      terminal.note(`${file} is refused, and nothing of it is stored:`);
      for (const { message } of error.errors) terminal.note(`  ${message}`);
    }
  }
  progress.end();
  return sum;
}

function add(sum: Sum, { participantsIntroduced, ...counts }: ImportResult): void {
  sum.documents += 1;
  sum.participantsIntroduced += participantsIntroduced.length;
  for (const [name, count] of Object.entries(counts)) sum[name as keyof typeof counts] += count;
}

function report(terminal: Terminal, sum: Sum): void {
  const count = (number: number, one: string, many = `${one}s`) =>
    `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
  terminal.out(
    `${count(sum.documents, 'document')} imported: ${count(sum.events, 'event')}, ${count(sum.blocks, 'new block')}, ` +
      `${count(sum.repeated, 'event')} known already, ${count(sum.assetsIntroduced, 'asset')} and ` +
      `${count(sum.participantsIntroduced, 'participant')} introduced.`,
  );
  if (sum.objectsWithoutBlock > 0)
    terminal.out(
      `${count(sum.objectsWithoutBlock, 'object')} of events that name more than 200 stand in their event only.`,
    );
  if (sum.refused > 0) terminal.out(`${count(sum.refused, 'document')} refused.`);
  if (sum.unread > 0)
    terminal.out(
      `${count(sum.unread, 'file')} left aside: only .json and .jsonld are read (XML cannot be imported yet).`,
    );
}
