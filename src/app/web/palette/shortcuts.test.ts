import { describe, expect, test } from 'vitest';
import type { Role } from '#domains/participants/contract.ts';
import { shortcuts } from '../domains.ts';
import { keyName, matchKeys } from './shortcuts.ts';

const key = (name: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
  keyName({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...held });
const labelOf = (pressed: readonly string[], role: Role | 'administrator' | null) => {
  const match = matchKeys(
    pressed,
    role === null
      ? null
      : role === 'administrator'
        ? { role: 'other', administrator: true }
        : { role, administrator: false },
  );
  return typeof match === 'object' ? match.label : match;
};

describe('shortcuts', () => {
  test('never use a browser chord, except the one for search', () => {
    expect(key('d', { ctrlKey: true })).toBeUndefined();
    expect(key('t', { metaKey: true })).toBeUndefined();
    expect(key('/', { altKey: true })).toBeUndefined();
    expect(key('Enter')).toBeUndefined();
    expect(key('k', { metaKey: true })).toBe('Mod+k');
    expect(key('K', { ctrlKey: true })).toBe('Mod+k');
  });

  test('match key by key', () => {
    expect(labelOf(['g'], null)).toBe('more');
    expect(labelOf(['g', 'd'], null)).toBe('Dashboard');
    expect(labelOf(['g', 'x'], null)).toBeUndefined();
    expect(labelOf(['?'], null)).toBe('Show these shortcuts');
  });

  test('do nothing for viewers who may not open the page', () => {
    expect(labelOf(['n'], null)).toBeUndefined();
    expect(labelOf(['n'], 'other')).toBeUndefined();
    expect(labelOf(['n'], 'retailer')).toBe('New event');
    expect(labelOf(['g', 'e'], 'other')).toBeUndefined();
    expect(labelOf(['g', 'e'], 'administrator')).toBe('Events');
  });

  test('are all reachable: none is a prefix of another', () => {
    const written = shortcuts.filter(({ effect }) => effect.kind !== 'page').map(({ keys }) => keys.join(' '));
    for (const one of written)
      expect(written.filter((other) => other === one || other.startsWith(`${one} `))).toEqual([one]);
  });
});
