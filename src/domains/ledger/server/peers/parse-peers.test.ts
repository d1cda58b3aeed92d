import { describe, expect, test } from 'vitest';
import { parsePeers } from './parse-peers.ts';

describe('the list of other servers', () => {
  test('has their origins, separated by spaces or line breaks', () => {
    expect(parsePeers('https://two.example/ \n http://localhost:3001\thttp://[::1]:3002', 'required')).toEqual([
      'https://two.example',
      'http://localhost:3001',
      'http://[::1]:3002',
    ]);
    expect(parsePeers(undefined, 'required')).toEqual([]);
  });

  test('may have names and private addresses without TLS if that is allowed', () => {
    const list = 'http://ledger-2:3000 http://10.1.2.3 http://[fd00::1]';
    expect(parsePeers(list, 'optional')).toEqual(['http://ledger-2:3000', 'http://10.1.2.3', 'http://[fd00::1]']);
    expect(() => parsePeers(list, 'required')).toThrow(/ledger-2:3000 must be https.*\n.*10\.1\.2\.3 must be https/);
    expect(() => parsePeers('http://8.8.8.8', 'optional')).toThrow(/is a public address, so it must be https/);
  });

  test.each([
    ['two.example', /is not a URL/],
    ['ftp://two.example', /is not a URL/],
    ['https://two.example/ledger', /must not have a user, path/],
    ['https://a:b@two.example', /must not have a user/],
    ['https://two.example https://two.example/', /the same server twice/],
    [Array.from({ length: 21 }, (_, n) => `https://s${n}.example`).join(' '), /more than 20 servers/],
  ])('%s is rejected', (list, message) => {
    expect(() => parsePeers(list, 'required')).toThrow(message);
  });
});
