import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';

export type Row = {
  readonly what: string;
  readonly measured: string;
  readonly against: string;
  readonly ratio: number;
  readonly bar: number;
  readonly lowerIsBetter?: boolean;
};

/** Writes the results with the machine, the date and the settings of both sides, and returns the text. */
export async function writeReport(
  path: URL,
  rows: readonly Row[],
  settings: ReadonlyMap<string, string>,
): Promise<string> {
  const lines = rows.map(({ what, measured, against, ratio, bar, lowerIsBetter }) => {
    const met = lowerIsBetter === true ? ratio <= bar : ratio >= bar;
    return `| ${what} | ${measured} | ${against} | ${ratio.toFixed(2)} × | ${lowerIsBetter === true ? '≤' : '≥'} ${bar.toFixed(2)} × | ${met ? 'met' : 'missed'} |`;
  });
  const generated = [
    `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.version} on ${availableParallelism()} cores`,
    `(${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB of memory, by \`npm run bench\`.`,
    'Both sides of a ratio ran alternately in one run on one database. Load generator and server share the cores.',
    '',
    '| what | measured | against | ratio | bar | |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
    `Settings of both sides: ${[...settings].map(([name, value]) => `\`${name} = ${value}\``).join(', ')}.`,
    'An append is one statement in its own transaction; a batch has up to 384 of them.',
  ].join('\n');
  const text = await merge(path, generated);
  await writeFile(path, text);
  return generated;
}

const START = '<!-- measured: written by npm run bench -->';
const END = '<!-- end of measured -->';

/** Preserves the handwritten text around the numbers. */
async function merge(path: URL, generated: string): Promise<string> {
  const block = `${START}\n\n${generated}\n\n${END}`;
  const old = await readFile(path, 'utf8').catch(() => `# Benchmark results\n\n${START}\n${END}\n`);
  return old.replace(new RegExp(`${START}[\\s\\S]*${END}`), () => block);
}
