import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Config, readStateFolder } from '#platform/server/config.ts';

/** A command's connection to the outside: output, prompts, and configuration. */
export type Terminal = {
  /** Writes a line of the result to standard output. */
  out(line: string): void;
  /** Writes a line about progress or errors to standard error. */
  note(line: string): void;
  /** Raw standard error, for a bar that is redrawn; undefined unless it is a terminal. */
  readonly bar: { write(text: string): void; readonly columns: number } | undefined;
  /** Prompts without echoing the input; undefined without a terminal. */
  readonly askSecret: ((question: string) => Promise<string>) | undefined;
  /** Reads all of standard input. */
  readInput(): Promise<string>;
  config(): Config;
  /** The folder where commands store their state (XDG Base Directory Specification). */
  readonly stateFolder: string;
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
    stateFolder: readStateFolder(),
  };
}

/** Shows the prompt but not the input: readline echoes to a stream that discards it. */
function askWithoutEcho(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  return new Promise((resolve, reject) => {
    lines.once('SIGINT', () => {
      lines.close();
      reject(new Error('Canceled.'));
    });
    lines.question('', (answer) => {
      lines.close();
      process.stderr.write('\n');
      resolve(answer);
    });
  });
}
