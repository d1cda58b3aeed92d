import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { test as base } from './journey.ts';

/** A proxy between the browser and the server: its connection can fail, and its deployment can change. */
export type Front = {
  readonly origin: string;
  /** `down` refuses connections; a number answers every request with that status, as a gateway does. */
  set(state: 'up' | 'down' | number): Promise<void>;
  /**
   * Serves the next build from now on: all files have other names, and the previous ones are gone. The pages of a
   * deployment in progress are still the previous ones.
   */
  deploy(how?: 'without its pages'): void;
};

/** A browser test through its own front, with the service worker of the app. */
export const test = base.extend<{ front: Front }>({
  front: async ({ server }, use) => {
    const { front, stop } = await startFront(new URL(server.origin));
    await use(front);
    await stop();
  },
  baseURL: async ({ front }, use) => use(front.origin),
  serviceWorkers: 'allow',
});

async function startFront(target: URL): Promise<{ front: Front; stop: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  let status = 0;
  let deployed: Deployed = 'no';
  const server = createServer((asked, answer) => {
    if (status > 0) answer.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    else pass(asked, answer, target, deployed);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const set = async (state: 'up' | 'down' | number) => {
    status = typeof state === 'number' ? state : 0;
    if (state === 'down' && server.listening) await close();
    if (state !== 'down' && !server.listening) await listen(port);
  };
  const deploy = (how?: 'without its pages') => {
    deployed = how ?? 'yes';
  };
  return { front: { origin: `http://127.0.0.1:${port}`, set, deploy }, stop: () => set('down') };
}

const [, firstBuild = ''] = /data-build="(\w+)"/.exec(readFileSync('dist/web/index.html', 'utf8')) ?? [];
type Deployed = 'no' | 'yes' | 'without its pages';
const fileName = /([\w.-]+-[\w-]{7,8})\.(js|css|woff2|wasm)\b/g;

function pass(asked: IncomingMessage, answer: ServerResponse, target: URL, deployed: Deployed): void {
  const { url = '/', method, headers } = asked;
  const isFile = url.startsWith('/assets/') && /\.(js|css|woff2|wasm)$/.test(url);
  if (isFile && url.includes('/next.') !== (deployed !== 'no')) {
    answer.writeHead(404).end();
    return;
  }
  const path = url.replace('/next.', '/');
  const { 'accept-encoding': _, ...rest } = headers;
  const options = {
    host: target.hostname,
    port: target.port,
    method,
    path,
    headers: deployed === 'no' ? headers : rest,
  };
  const onward = request(options, (response) => {
    const type = response.headers['content-type'] ?? '';
    const texts = { no: /^$/, yes: /html|javascript|css/, 'without its pages': /javascript|css/ }[deployed];
    if (!texts.test(type)) {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
      return;
    }
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const text = Buffer.concat(chunks).toString().replaceAll(firstBuild, 'next').replaceAll(fileName, 'next.$1.$2');
      const { 'content-length': _length, etag: _etag, ...kept } = response.headers;
      answer.writeHead(response.statusCode ?? 500, kept).end(text);
    });
  });
  onward.on('error', () => answer.destroy());
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
}

export { expect, type Page } from '@playwright/test';
