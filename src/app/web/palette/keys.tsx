import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '#domains/participants/web/index.ts';
import type { Shortcut } from '#platform/web/domain.ts';
import { askForPalette } from '../shell/palette-request.ts';
import { useTheme } from '../shell/theme.ts';
import { handleKeys } from './early-keys.ts';
import { keyName, matchKeys } from './shortcuts.ts';
import { singleKeysAreOn } from './single-keys.ts';
import { createTypeAhead } from './type-ahead.ts';

/** A key sequence restarts after a pause longer than this. */
const patience = 1200;

const typeAhead = createTypeAhead();

/** Handles keyboard shortcuts, except while the user types or a dialog is open. */
export function Keys() {
  const run = useShortcuts();
  const { user } = useSession();
  // Outside the effect: a page that loads between two keys must not break the sequence.
  const begun = useRef<{ pressed: readonly string[]; last: number }>({ pressed: [], last: 0 });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (typeAhead.take(event)) return;
      const key = keyName(event);
      if (key === undefined || event.defaultPrevented) return;
      const chord = key.startsWith('Mod+');
      if (!chord && (!singleKeysAreOn() || isTyping(event.target))) return;
      const before = begun.current;
      const pressed = chord || event.timeStamp - before.last > patience ? [key] : [...before.pressed, key];
      begun.current = { pressed, last: event.timeStamp };
      // A key that does not continue the sequence may start a new one.
      const found = matchKeys(pressed, user) ?? matchKeys([key], user);
      if (found === 'more') return;
      begun.current = { pressed: [], last: event.timeStamp };
      if (found === undefined) return;
      event.preventDefault();
      run(found);
    };
    return handleKeys(onKeyDown);
  }, [run, user]);
  return null;
}

function useShortcuts(): (shortcut: Shortcut) => void {
  const navigate = useNavigate();
  const router = useRouter();
  const { theme, choose } = useTheme();
  const openPalette = () => {
    askForPalette('search');
    typeAhead.into(findPalette);
  };
  const goToSearch = () => {
    let asked = false;
    // A page that is still loading may have its own search.
    let loading = router.state.status === 'pending';
    const stop = router.subscribe('onResolved', () => {
      stop();
      loading = false;
      typeAhead.retry();
    });
    if (!loading) stop();
    typeAhead.into(() => {
      if (loading) return undefined;
      const ofPage = asked ? undefined : findSearchOfPage();
      if (ofPage !== undefined) return ofPage;
      if (!asked) askForPalette('search');
      asked = true;
      return findPalette();
    });
  };
  return ({ effect }) => {
    if (effect.kind === 'go') void navigate(effect.way);
    else if (effect.kind === 'theme') choose(theme === 'dark' ? 'light' : 'dark');
    else if (effect.kind === 'palette') openPalette();
    else if (effect.kind === 'sheet') askForPalette('shortcuts');
    else if (effect.kind === 'search') goToSearch();
  };
}

/** Returns the page's own search field if it has one in view. */
function findSearchOfPage(): HTMLInputElement | HTMLTextAreaElement | undefined {
  const field =
    document.querySelector<HTMLTextAreaElement>('main [data-slash]') ??
    document.querySelector<HTMLInputElement>('main input[type="search"]');
  return field?.checkVisibility() ? field : undefined;
}

const findPalette = () => document.querySelector<HTMLInputElement>('[role="dialog"] [data-palette]') ?? undefined;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null;
}
