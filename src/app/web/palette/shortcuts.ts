import { type CapabilityHolder, opensTo } from '#domains/participants/contract.ts';
import type { Shortcut } from '#platform/web/domain.ts';
import { shortcuts } from '../domains.ts';

/**
 * Returns a browser key in shortcut notation, where `Mod` is Ctrl, or ⌘ on a Mac. Undefined for a key that no shortcut may
 * use.
 */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | undefined {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'Mod+k' : undefined;
  return key.length === 1 ? key : undefined;
}

/** Returns the shortcut that the pressed keys form, `more` if they are the prefix of one, or undefined. */
export function matchKeys(pressed: readonly string[], viewer: CapabilityHolder | null): Shortcut | 'more' | undefined {
  const begun = shortcuts.filter(
    (shortcut) =>
      shortcut.effect.kind !== 'page' &&
      opensTo(viewer, shortcut) &&
      pressed.every((key, at) => shortcut.keys[at] === key),
  );
  return begun.find(({ keys }) => keys.length === pressed.length) ?? (begun.length > 0 ? 'more' : undefined);
}
