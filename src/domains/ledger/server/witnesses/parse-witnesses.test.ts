import { formatVerifierKey } from '@cairn/ledger-proof';
import { describe, expect, test } from 'vitest';
import { testSigner } from '#tests/support/test-server.ts';
import { otherTestWitness, testWitness } from '#tests/support/witnesses.ts';
import { parseWitnesses } from './parse-witnesses.ts';

describe('the list of witnesses', () => {
  const [one, two] = [testWitness, otherTestWitness].map(({ key }) => formatVerifierKey(key));

  test('has a key and a URL for each, separated by spaces or line breaks', () => {
    const parsed = parseWitnesses(`${one} https://w.example/one/\n  ${two}\thttp://127.0.0.1:3100\n`);
    expect(parsed.map(({ url }) => url)).toEqual(['https://w.example/one', 'http://127.0.0.1:3100']);
    expect(parseWitnesses(undefined)).toEqual([]);
  });

  test.each([
    ['a word is missing', `${one}`, /a vkey and a URL/],
    ['a key is invalid', 'x https://w.example', /x is not a vkey/],
    ['a key is a log’s', `${formatVerifierKey(testSigner().key)} https://w.example`, /key of a log/],
    ['a URL is invalid', `${one} w.example`, /is not a URL/],
    ['a remote URL is plain http', `${one} http://10.0.0.1`, /must be https/],
    ['a URL contains a password', `${one} https://a:b@w.example`, /must not have a user/],
    ['a witness is listed twice', `${one} https://a.example ${one} https://b.example`, /same key twice/],
    ['there are several problems', 'x ftp://y', /x is not a vkey.*\n.*must be https/],
  ])('is rejected when %s, with the expected form', (_, list, message) => {
    expect(() => parseWitnesses(list)).toThrow(message);
  });
});
