import { describe, expect, test } from 'vitest';
import { flood } from './flood/flood.ts';

describe('a real server with its limits on', () => {
  // A few of the attacks of `npm run torture -- --mode flood`. How fast health answers depends on the machine, so only
  // the torture run judges it.
  test('refuses floods, and answers health throughout', async () => {
    const names = [
      'live streams',
      'guesses with a forged X-Forwarded-For',
      'guesses from one IPv6 /64',
      'events of 45 KB by a new account',
    ];
    const [streams, forged, network, events] = (await flood({ names })).map(({ outcome }) => outcome);
    expect(streams).toEqual({ 200: 20, 429: 180 });
    for (const guesses of [forged, network]) {
      expect(Object.keys(guesses ?? {})).toEqual(['401', '429']);
      // Six are checked without delay. A slow run checks a few more, each after twice the delay.
      expect(guesses?.['401']).toBeLessThan(12);
    }
    // 10 MB, the quota of a new account.
    expect(events?.['200']).toBeGreaterThan(200);
    expect(events?.['200']).toBeLessThan(223);
    expect(Object.keys(events ?? {})).toEqual(['200', '429']);
  });
});
