import { formatVerifierKey } from '@cairn/ledger-proof';
import { describe, expect, test } from 'vitest';
import { testSigner } from '#tests/support/test-server.ts';
import { otherTestWitness, testWitness } from '#tests/support/witnesses.ts';
import { parseWitnesses } from './parse-witnesses.ts';

describe('the list of witnesses', () => {
  const [one, two] = [testWitness, otherTestWitness].map(({ key }) => formatVerifierKey(key));

  test('names a key and an address for each, separated by blanks or lines', () => {
    const parsed = parseWitnesses(`${one} https://w.example/one/\n  ${two}\thttp://127.0.0.1:3100\n`);
    expect(parsed.map(({ url }) => url)).toEqual(['https://w.example/one', 'http://127.0.0.1:3100']);
    expect(parseWitnesses(undefined)).toEqual([]);
  });

  test.each([
    ['a word is missing', `${one}`, /a vkey and a URL/],
    ['a key is none', 'x https://w.example', /x is no vkey/],
    ['a key is a log’s', `${formatVerifierKey(testSigner().key)} https://w.example`, /key of a log/],
    ['an address is none', `${one} w.example`, /is no URL/],
    ['an address is plain http elsewhere', `${one} http://10.0.0.1`, /has to be https/],
    ['an address holds a password', `${one} https://a:b@w.example`, /without user/],
    ['a witness stands twice', `${one} https://a.example ${one} https://b.example`, /same key twice/],
    ['several things are wrong', 'x ftp://y', /x is no vkey.*\n.*has to be https/],
  ])('is refused when %s, with what would be right', (_, list, message) => {
    expect(() => parseWitnesses(list)).toThrow(message);
  });
});
