import { once } from 'node:events';
import { resolve } from 'node:path';
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from '@cairn/ledger-proof';
import type { AddCommand } from '../add-command.ts';
import { Failure } from '../failure.ts';
import { openWitness } from './open-witness.ts';
import { serveWitness } from './serve-witness.ts';

type Options = { logKey: string[]; origin?: string; name?: string; folder: string; listen: string };

const collect = (value: string, before: string[]) => [...before, value];

export const addWitness: AddCommand = (program, terminal) => {
  program
    .command('witness')
    .description('cosign the checkpoints of other logs, so that none of them can rewrite its past unnoticed')
    .requiredOption('--log-key <vkey>', 'the key of a log to follow; repeatable', collect, [])
    .option('--origin <origin>', 'the origin of the log, if it differs from the name of its key')
    .option('--name <name>', 'the permanent name of this witness; required at its first start')
    .option('--folder <folder>', 'the folder for its key and its cosigned checkpoints', './witness')
    .option('--listen <address>', 'host and port to listen on', '127.0.0.1:3100')
    .action(async (options: Options) => {
      if (options.logKey.length === 0)
        throw new Failure('A witness must follow at least one log: --log-key <vkey>.', 2);
      const { host, port } = parseAddress(options.listen);
      const witness = await openWitness({
        folder: resolve(options.folder),
        name: options.name,
        logs: readLogs(options),
        now: Date.now,
      });
      const server = serveWitness(witness, terminal.note);
      try {
        server.listen(port, host);
        await once(server, 'listening');
        const address = server.address();
        const at = typeof address === 'object' && address !== null ? address.port : port;
        terminal.out(`Witness ${formatVerifierKey(witness.key)}`);
        terminal.out(`listens on http://${host.includes(':') ? `[${host}]` : host}:${at}`);
        await untilStopped();
      } finally {
        server.close();
        server.closeAllConnections();
        witness.close();
      }
    });
};

function readLogs({ logKey, origin }: Options): Map<string, VerifierKey[]> {
  const logs = new Map<string, VerifierKey[]>();
  for (const text of logKey) {
    const key = parseLogKey(text);
    const of = origin ?? key.name;
    logs.set(of, [...(logs.get(of) ?? []), key]);
  }
  return logs;
}

function parseLogKey(text: string): VerifierKey {
  try {
    return parseVerifierKey(text.trim());
  } catch {
    throw new Failure(`${text} is not a vkey. A log’s key looks like ledger.example.org+1a2b3c4d+AQ….`, 2);
  }
}

function parseAddress(text: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(text) ?? [];
  if (host === '' || Number(port) > 65_535) throw new Failure('--listen takes a host and a port: 127.0.0.1:3100.', 2);
  return { host, port: Number(port) };
}

/** Resolves at the first termination signal. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}
