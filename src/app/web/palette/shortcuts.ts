import type { NavigateOptions } from '@tanstack/react-router';
import { type CapabilityHolder, opensTo } from '#domains/participants/contract.ts';
import { canOpenEvents } from '#domains/trace/contract.ts';
import type { Capability } from '#platform/contract/capability.ts';

/** What a shortcut does; `page` ones are answered by the page that they are listed for. */
export type ShortcutEffect =
  | { readonly kind: 'go'; readonly way: NavigateOptions }
  | { readonly kind: 'search' | 'palette' | 'sheet' | 'theme' | 'page' };

export type Shortcut = {
  /** Pressed one after the other; a chord is one of them, as `Mod+k`. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly group: 'Anywhere' | 'Go to' | 'On a page';
  readonly effect: ShortcutEffect;
  /** Answered for accounts that hold it; for everybody when omitted. */
  readonly capability?: Capability;
};

/** Every keyboard shortcut of the product. The sheet is drawn from this, and the keys are answered by it. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ['Mod+k'], label: 'Search or go to', group: 'Anywhere', effect: { kind: 'palette' } },
  { keys: ['/'], label: 'Search on this page, or anywhere', group: 'Anywhere', effect: { kind: 'search' } },
  {
    keys: ['n'],
    label: 'New event',
    group: 'Anywhere',
    effect: { kind: 'go', way: { to: '/events', search: { action: 'add' } } },
    capability: canOpenEvents,
  },
  { keys: ['t'], label: 'Change the theme', group: 'Anywhere', effect: { kind: 'theme' } },
  { keys: ['?'], label: 'Show these shortcuts', group: 'Anywhere', effect: { kind: 'sheet' } },
  { keys: ['g', 'd'], label: 'Dashboard', group: 'Go to', effect: { kind: 'go', way: { to: '/dashboard' } } },
  { keys: ['g', 'a'], label: 'Assets', group: 'Go to', effect: { kind: 'go', way: { to: '/assets' } } },
  { keys: ['g', 'b'], label: 'Blockchain', group: 'Go to', effect: { kind: 'go', way: { to: '/blockchain' } } },
  {
    keys: ['g', 'e'],
    label: 'Events',
    group: 'Go to',
    effect: { kind: 'go', way: { to: '/events' } },
    capability: canOpenEvents,
  },
  { keys: ['g', 'c'], label: 'AI Assistant', group: 'Go to', effect: { kind: 'go', way: { to: '/chat' } } },
  { keys: ['g', 'p'], label: 'Participants', group: 'Go to', effect: { kind: 'go', way: { to: '/participants' } } },
  { keys: ['←', '→'], label: 'Walk the chain, or the steps of an asset', group: 'On a page', effect: { kind: 'page' } },
  {
    keys: ['↑', '↓'],
    label: 'Walk the rows of a table; Enter opens one',
    group: 'On a page',
    effect: { kind: 'page' },
  },
];

/** How the browser's own key is written here: `Mod` is Ctrl, or ⌘ on a Mac. Undefined for a key that no shortcut may take. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | undefined {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'Mod+k' : undefined;
  return key.length === 1 ? key : undefined;
}

/** What the keys pressed so far amount to: a shortcut, the beginning of one, or nothing. */
export function matchKeys(pressed: readonly string[], viewer: CapabilityHolder | null): Shortcut | 'more' | undefined {
  const begun = shortcuts.filter(
    (shortcut) =>
      shortcut.effect.kind !== 'page' &&
      opensTo(viewer, shortcut) &&
      pressed.every((key, at) => shortcut.keys[at] === key),
  );
  return begun.find(({ keys }) => keys.length === pressed.length) ?? (begun.length > 0 ? 'more' : undefined);
}
