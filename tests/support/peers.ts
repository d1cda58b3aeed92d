import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type TestPeer = { readonly origin: string; stop(): Promise<void> };

/** Serves what `answer` returns as the signing record of another server of the ledger, on a loopback port. */
export async function servePeer(answer: () => string | Promise<string>): Promise<TestPeer> {
  const server = createServer(async (request, response) => {
    response.statusCode = request.url === '/log/record' ? 200 : 404;
    response.end(await answer());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
