import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { type Answer, json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { StatusLine } from './status-line.tsx';

const measure = { percent: 100, objectivePercent: 100, explanation: '' };
const health = (state: 'valid' | 'unknown' | 'invalid') => ({
  status: 'ok',
  blockchain_valid: state === 'valid',
  blockchain_state: state,
  blockchain_length: 1204,
  total_participants: 3,
  blockGeneration: measure,
  networkSync: measure,
  demo: false,
  billing: true,
  version: '1.0.0',
  startedAt: '2026-03-01T08:00:00.000Z',
});

const cases: readonly [string, Answer | undefined, RegExp][] = [
  [
    'is ready with a valid chain and its length',
    () => json(health('valid')),
    /Ready\. The chain is valid: 1,204 blocks\./,
  ],
  ['does not call an unverified chain valid', () => json(health('unknown')), /Ready\. The chain was not verified/],
  ['reports an invalid chain', () => json(health('invalid')), /the chain is not valid\. It has 1,204 blocks\./],
  [
    'shows the reason of a server that is not ready',
    () => refusal(503, 'The server is starting or stopping.', [], {}, 'server.unavailable'),
    /Not ready\. The server is starting or stopping\./,
  ],
  ['admits that an unreachable server has no status', undefined, /could not be reached\. Its status is unknown\./],
];

test.each(cases)('%s', async (_, answer, text) => {
  stubServer(answer ? { 'GET /api/health': answer } : {});
  await renderApp(<StatusLine />);
  expect(
    await screen.findByText(
      (_text, element) => element?.tagName === 'P' && text.test(element.textContent ?? ''),
      {},
      { timeout: 20_000 },
    ),
  ).toBeTruthy();
});

test('shows the age of the answer', async () => {
  stubServer({ 'GET /api/health': () => json(health('valid')) });
  await renderApp(<StatusLine />);
  const words = (await screen.findByText(/^as of/)).textContent;
  expect(words).toMatch(/^as of (just now|\d+ seconds? ago), \/api\/health$/);
});
