import { expect, test } from 'vitest';
import type { NavigationEntry } from '#platform/web/domain.ts';
import { panels } from './dashboard/panels.ts';
import { navigationGroups, quickActions, shortcuts } from './domains.ts';
import { entriesFor, entriesOnPhone, grouped, orderEntries, phoneOrder } from './navigation.ts';

const account = (role: 'manufacturer' | 'retailer' | 'resident' | 'government' | 'other', administrator = false) => ({
  role,
  administrator,
});
const labelsFor = (viewer: Parameters<typeof entriesFor>[0]) => entriesFor(viewer).map(({ label }) => label);

test('a phone shows the first supply chain entries, after the account’s main screen', () => {
  const onPhone = (viewer: Parameters<typeof entriesFor>[0]) =>
    phoneOrder(entriesFor(viewer), viewer)
      .slice(0, entriesOnPhone)
      .map(({ label }) => label);
  const usual = ['Dashboard', 'Assets', 'Blockchain', 'Participants'];
  for (const viewer of [null, account('manufacturer'), account('other', true)]) expect(onPhone(viewer)).toEqual(usual);
  expect(onPhone(account('resident'))).toEqual(['Dashboard', 'Resident portal', 'Assets', 'Blockchain']);
  expect(onPhone(account('government'))).toEqual(['Dashboard', 'City desk', 'Assets', 'Blockchain']);
});

test('an entry is shown only to viewers who may open its screen', () => {
  expect(labelsFor(account('retailer'))).toContain('Events');
  expect(labelsFor(account('other'))).not.toContain('Events');
  expect(labelsFor(account('other', true))).toContain('Events');
  expect(labelsFor(account('retailer'))).not.toContain('Audit Trail');
  expect(labelsFor(null)).not.toContain('Observability');
});

test('entries are ordered by group, then by position, and empty groups are left out', () => {
  const entry = (label: string, group: string, position: number): NavigationEntry => ({
    label,
    group,
    position,
    to: '/',
    icon: entriesFor(null)[0]!.icon,
  });
  const ordered = orderEntries([entry('c', 'Platform', 1), entry('b', 'Market', 20), entry('a', 'Market', 10)]);
  expect(grouped(ordered).map(({ group, entries }) => [group, entries.map(({ label }) => label)])).toEqual([
    ['Market', ['a', 'b']],
    ['Platform', ['c']],
  ]);
  expect(() => orderEntries([entry('x', 'Misc', 1)])).toThrow('x is in the group "Misc", which does not exist');
});

test('stored names and keys are unique across domains', () => {
  for (const names of [panels.map(({ name }) => name), quickActions.map(({ label }) => label), navigationGroups])
    expect(new Set(names).size).toBe(names.length);
  expect(new Set(shortcuts.map(({ keys }) => keys.join(' '))).size).toBe(shortcuts.length);
});
