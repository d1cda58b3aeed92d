import { Socket } from 'node:net';
import type pg from 'pg';
import { type ConnectionOptions, clientConfig } from '#platform/server/database/database.ts';

/** Large enough that one read takes whatever PostgreSQL has written so far, so that rows rarely span two reads. */
const BUFFER_BYTES = 1 << 20;

/** Sockets whose data is used up while it is handed out, so that no copy of it is needed. */
const lending = new WeakSet<object>();

/**
 * Returns the configuration of a client whose socket reads into one reused buffer. For connections that only validate:
 * everything but a COPY that `readCopy` takes is copied once more. TLS needs a socket of its own and reads as usual.
 */
export function copyClientConfig(connection: ConnectionOptions, bufferBytes = BUFFER_BYTES): pg.ClientConfig {
  const config = clientConfig(connection);
  return config.ssl ? config : { ...config, stream: () => createSocket(bufferBytes) };
}

/** Tells the socket that its listener is done with the bytes when it returns, or no longer is. */
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
        // The parser of `pg` holds on to what it is given.
        socket.emit('data', lending.has(socket) ? bytes : Buffer.from(bytes));
        return true;
      },
    },
  });
  return socket;
}
