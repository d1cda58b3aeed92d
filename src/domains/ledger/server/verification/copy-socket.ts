import { Socket } from 'node:net';
import type pg from 'pg';
import { type ConnectionOptions, clientConfig } from '#platform/server/database/database.ts';

/** Large enough for one read to take everything PostgreSQL has written, so that rows rarely span two reads. */
const BUFFER_BYTES = 1 << 20;

/** Sockets whose listener consumes data before it returns, so that no copy is needed. */
const lending = new WeakSet<object>();

/**
 * Returns the configuration of a client whose socket reads into one reused buffer. For connections that only validate:
 * everything except a COPY read by `readCopy` is copied once more. TLS uses its own socket and reads as usual.
 */
export function copyClientConfig(connection: ConnectionOptions, bufferBytes = BUFFER_BYTES): pg.ClientConfig {
  const config = clientConfig(connection);
  return config.ssl ? config : { ...config, stream: () => createSocket(bufferBytes) };
}

/** Sets whether the socket's listener is done with the bytes when it returns. */
export function lendBuffer(socket: object, lends: boolean): void {
  if (lends) lending.add(socket);
  else lending.delete(socket);
}

function createSocket(bufferBytes: number): Socket {
  const socket: Socket = new Socket({
    onread: {
      buffer: Buffer.allocUnsafeSlow(bufferBytes),
      callback(length, buffer) {
        const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, length);
        // The parser of `pg` retains the buffers it receives.
        socket.emit('data', lending.has(socket) ? bytes : Buffer.from(bytes));
        return true;
      },
    },
  });
  return socket;
}
