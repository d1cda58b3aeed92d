import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type Received = { readonly to: string[]; readonly source: string };

export type MailServer = {
  readonly url: string;
  readonly received: Received[];
  /** Sets the behavior for the next mails; undefined accepts them. */
  behave(behavior: Behavior | undefined): void;
  stop(): Promise<void>;
};

/**
 * `hangs`: accepts the text and never answers. `dies`: closes the connection in the middle of the text. `loses the
 * answer`: accepts the mail and closes the connection before it answers. A number is the code of a refusal of the
 * recipient.
 */
export type Behavior = 'hangs' | 'dies' | 'loses the answer' | number;

/** Starts a real mail server on this machine. */
export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = [];
  let behavior: Behavior | undefined;
  const options: SMTPServerOptions = {
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo(_, __, callback) {
      if (typeof behavior !== 'number') return callback();
      callback(Object.assign(new Error('No such mailbox ana@example.org'), { responseCode: behavior }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (behavior === 'dies') closeConnections(server);
      });
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString();
        if (behavior === 'hangs' || behavior === 'dies') return;
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source });
        if (behavior === 'loses the answer') closeConnections(server);
        else callback();
      });
    },
  };
  const server = new SMTPServer(options);
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    behave(next) {
      behavior = next;
    },
    async stop() {
      closeConnections(server);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function closeConnections(server: SMTPServer): void {
  for (const connection of server.connections) connection._socket.destroy();
}

/** Returns a mail's text without its transfer encoding. */
export const textOf = ({ source }: Received): string =>
  source
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
