import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const storageKey = 'theme';
/** The system's preference; undefined during prerendering. */
const system = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/**
 * Returns the theme in use and its setter. Follows the system until the reader chooses. A choice is stored and applies
 * to every open tab. Styles read the class `dark` on <html>; before-app.js sets it before the first paint.
 */
export function useTheme(): { theme: Theme; choose: (theme: Theme) => void } {
  const theme = useSyncExternalStore(subscribe, current, () => 'light' as const);
  return { theme, choose: chooseTheme };
}

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage the choice lasts until the page closes.
  }
  apply(theme);
}

function current(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

function apply(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark');
  for (const listener of listeners) listener();
}

function chosen(): Theme | undefined {
  try {
    const value = localStorage.getItem(storageKey);
    return value === 'light' || value === 'dark' ? value : undefined;
  } catch {
    return undefined;
  }
}

function follow(): void {
  apply(chosen() ?? (system?.matches ? 'dark' : 'light'));
}

function onStorage(event: StorageEvent): void {
  if (event.key === storageKey) follow();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    system?.addEventListener('change', follow);
    window.addEventListener('storage', onStorage);
    // No event reports a change after before-app.js read the preference.
    follow();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    system?.removeEventListener('change', follow);
    window.removeEventListener('storage', onStorage);
  };
}
