import { createServer } from 'node:net';

/**
 * Resolves when `port` of `host` can be listened on; rejects as listening would (EADDRINUSE, EACCES). Asked before the slow
 * steps of a start, so that a taken port is told at once.
 */
export function requireFreePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}
