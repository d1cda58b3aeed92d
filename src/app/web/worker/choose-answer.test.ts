import { expect, test } from 'vitest';
import { chooseAnswer } from './choose-answer.ts';

const build = {
  id: 'one',
  pages: ['/', '/assets', '/assets/$assetId'],
  unknownPage: '/not-found',
  files: ['/assets/index-1a2b3c4d.js', '/favicon.svg'],
};
const origin = 'https://cairn.test';
const ask = (path: string, mode: RequestMode = 'navigate', method = 'GET') =>
  chooseAnswer({ method, mode, url: new URL(path, origin).href }, origin, build);

test('answers every address of a page’s pattern with the page, with any query', () => {
  expect(ask('/assets?search=oak')).toEqual({ kind: 'page', path: '/assets' });
  expect(ask('/assets/A%2F1?tab=map')).toEqual({ kind: 'page', path: '/assets/$assetId' });
});

test('stored files answer scripts, styles and fonts, also those of an earlier build', () => {
  expect(ask('/favicon.svg', 'no-cors')).toEqual({ kind: 'file', path: '/favicon.svg' });
  expect(ask('/assets/gone-99999999.js', 'cors')).toEqual({ kind: 'file', path: '/assets/gone-99999999.js' });
});

test('the API, downloads and the operator’s addresses always reach the server', () => {
  for (const path of [
    '/api/assets',
    '/api/audit-log?format=csv',
    '/log/checkpoint',
    '/metrics',
    '/rpc',
    '/runbooks/x.md',
  ])
    for (const mode of ['navigate', 'cors', 'no-cors'] as const) expect(ask(path, mode), path).toBeUndefined();
});

test('does not handle writes, other origins and opened files', () => {
  expect(ask('/assets', 'cors', 'POST')).toBeUndefined();
  expect(ask('https://other.test/assets')).toBeUndefined();
  expect(ask('/favicon.svg')).toBeUndefined();
  expect(ask('/assets/index-1a2b3c4d.js')).toBeUndefined();
});

test('leaves an address that is not a page of this build to the server', () => {
  expect(ask('/nothing/here')).toEqual({ kind: 'elsewhere', path: '/not-found' });
});
