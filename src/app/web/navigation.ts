import { type CapabilityHolder, holds, opensTo } from '#domains/participants/contract.ts';
import type { NavigationEntry } from '#platform/web/domain.ts';
import { domains, navigationGroups } from './domains.ts';

/** How many entries a phone shows in its bar. The rest are in a sheet. */
export const entriesOnPhone = 4;

/** The product's entries in the order of their groups. */
export const navigation = orderEntries(domains.flatMap((domain) => domain.navigation ?? []));

/**
 * Sorts entries by group, then by position.
 * @throws Error when an entry names a group that does not exist
 */
export function orderEntries(entries: readonly NavigationEntry[]): readonly NavigationEntry[] {
  for (const { label, group } of entries)
    if (!navigationGroups.includes(group)) throw new Error(`${label} is in the group "${group}", which does not exist`);
  const rank = ({ group }: NavigationEntry) => navigationGroups.indexOf(group);
  return entries.toSorted((a, b) => rank(a) - rank(b) || a.position - b.position);
}

/** Returns the entries that this viewer may open. */
export const entriesFor = (viewer: CapabilityHolder | null): readonly NavigationEntry[] =>
  navigation.filter((entry) => opensTo(viewer, entry));

/** Returns the entries in the order of a phone's bar: the viewer's main screen comes second. */
export function phoneOrder(
  entries: readonly NavigationEntry[],
  viewer: CapabilityHolder | null,
): readonly NavigationEntry[] {
  const isMain = ({ mainFor }: NavigationEntry) => viewer !== null && mainFor !== undefined && holds(viewer, mainFor);
  const [first, ...rest] = entries;
  return first === undefined ? [] : [first, ...rest.filter(isMain), ...rest.filter((entry) => !isMain(entry))];
}

/** Splits entries into their groups, leaving out empty ones. */
export const grouped = (entries: readonly NavigationEntry[]) =>
  navigationGroups
    .map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) }))
    .filter((one) => one.entries.length > 0);
