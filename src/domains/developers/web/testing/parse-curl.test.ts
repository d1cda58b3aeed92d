import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApiRequest } from '../api/build-request.ts';
import { snippetOf } from '../api/snippets.ts';
import { parseCurl } from './parse-curl.ts';

const origin = 'http://127.0.0.1:3000';

describe('a curl command', () => {
  test('yields method, path, headers and body, and drops a token with a note', () => {
    const command = `curl -sS -X PATCH "${origin}/api/participants/acme?x=1" \\
      -H 'Authorization: Bearer tl_secret' -H "X-Trace: a\\"b" -H 'Content-Type: application/json' \\
      --data-raw '{"place": "O'\\''Hara"}'`;
    expect(parseCurl(command, origin)).toEqual({
      method: 'PATCH',
      target: '/api/participants/acme?x=1',
      headers: { 'X-Trace': 'a"b' },
      body: `{"place": "O'Hara"}`,
      notes: ['Authorization was dropped: your session’s token is sent'],
    });
  });

  test('with a body and no method is a POST; with neither a GET', () => {
    expect(parseCurl(`curl ${origin}/api/x -d '{}'`, origin)).toMatchObject({ method: 'POST', body: '{}' });
    expect(parseCurl(`curl ${origin}/api/x`, origin)).toMatchObject({ method: 'GET', body: undefined });
  });

  test.each([
    ['curl https://elsewhere.example/api/health', /only go to http:\/\/127\.0\.0\.1:3000/],
    ['curl //elsewhere.example/api/health', /only go to/],
    ['wget x', /starts with curl/],
    [`curl ${origin}/api/x -d @file.json`, /Paste its text/],
    ['curl', /required/],
  ])('rejects %s with the reason', (command, reason) => {
    expect(parseCurl(command, origin)).toMatchObject({ refused: expect.stringMatching(reason) });
  });

  test('from the reference parses to the same request', () => {
    fc.assert(
      fc.property(fc.json(), fc.stringMatching(/^[ -~]{0,30}$/), (body, value) => {
        const headers = { Accept: 'application/json', 'X-Trace': value.trim() };
        const request: ApiRequest = { method: 'PUT', target: '/api/x?q=1', headers, body, withToken: true };
        const parsed = parseCurl(snippetOf('curl', request, origin), origin);
        expect(parsed).toMatchObject({
          method: 'PUT',
          target: '/api/x?q=1',
          body,
          headers: { 'X-Trace': value.trim() },
        });
      }),
    );
  });
});
