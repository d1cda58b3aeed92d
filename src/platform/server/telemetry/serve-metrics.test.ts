import { createConnection } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';
import { serveMetricsOnPort } from './serve-metrics.ts';

test('the metrics port is open only on the loopback address, and serves nothing else', async () => {
  const metrics = createMetrics();
  const { port, stop } = await serveMetricsOnPort(metrics, 0);
  const url = `http://127.0.0.1:${port}`;
  const answer = await fetch(`${url}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(await answer.text()).toContain('nodejs_eventloop_lag_seconds');
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');
  if (outside !== undefined) expect(await canConnect(outside.address, port)).toBe(false);
  await stop();
  metrics.stop();
  expect(await canConnect('127.0.0.1', port)).toBe(false);
});

test('reports a taken port by the name of its variable', async () => {
  const metrics = createMetrics();
  const { port, stop } = await serveMetricsOnPort(metrics, 0);
  await expect(serveMetricsOnPort(metrics, port)).rejects.toThrow('CAIRN_METRICS_PORT');
  await stop();
  metrics.stop();
});

const canConnect = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host, port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
