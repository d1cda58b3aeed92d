import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Config } from '#platform/server/config.ts';

/** What a command sees of the world: where it writes, what it may ask, and how it is configured. */
export type Terminal = {
  /** The result: a line on standard output. */
  out(line: string): void;
  /** What goes on meanwhile, and what went wrong: a line on standard error. */
  note(line: string): void;
  /** Standard error as it is, for a bar that is drawn over; undefined when no person looks at it. */
  readonly bar: { write(text: string): void; readonly columns: number } | undefined;
  /** Asks without showing what is typed; undefined when nobody can be asked. */
  readonly askSecret: ((question: string) => Promise<string>) | undefined;
  /** All of standard input. */
  readInput(): Promise<string>;
  config(): Config;
};

export function systemTerminal(config: () => Config): Terminal {
  const { stdin, stdout, stderr } = process;
  return {
    out: (line) => stdout.write(`${line}\n`),
    note: (line) => stderr.write(`${line}\n`),
    bar: stderr.isTTY
      ? {
          write: (piece) => stderr.write(piece),
          get columns() {
            return stderr.columns || 80;
          },
        }
      : undefined,
    askSecret: stdin.isTTY && stderr.isTTY ? askWithoutEcho : undefined,
    readInput: () => text(stdin),
    config,
  };
}

/** The question is shown, the answer is not: readline writes its echo to a stream that goes nowhere. */
function askWithoutEcho(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  return new Promise((resolve, reject) => {
    lines.once('SIGINT', () => {
      lines.close();
      reject(new Error('Cancelled.'));
    });
    lines.question('', (answer) => {
      lines.close();
      process.stderr.write('\n');
      resolve(answer);
    });
  });
}
