import type { NavigateOptions } from '@tanstack/react-router';
import type { Viewer } from '../navigation.ts';

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
  readonly visibleTo?: (viewer: Viewer) => boolean;
};

const handlers = ['manufacturer', 'shipper', 'retailer'];
const handlesEvents = (viewer: Viewer) => viewer !== null && handlers.includes(viewer.role);

/** Every keyboard shortcut of the product. The sheet is drawn from this, and the keys are answered by it. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ['Mod+k'], label: 'Search or go to', group: 'Anywhere', effect: { kind: 'palette' } },
  { keys: ['/'], label: 'Search on this page, or anywhere', group: 'Anywhere', effect: { kind: 'search' } },
  {
    keys: ['n'],
    label: 'New event',
    group: 'Anywhere',
    effect: { kind: 'go', way: { to: '/events', search: { action: 'add' } } },
    visibleTo: handlesEvents,
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
    visibleTo: handlesEvents,
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
export function matchKeys(pressed: readonly string[], viewer: Viewer): Shortcut | 'more' | undefined {
  const begun = shortcuts.filter(
    ({ keys, effect, visibleTo = () => true }) =>
      effect.kind !== 'page' && visibleTo(viewer) && pressed.every((key, at) => keys[at] === key),
  );
  return begun.find(({ keys }) => keys.length === pressed.length) ?? (begun.length > 0 ? 'more' : undefined);
}
