import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '#domains/participants/web/index.ts';
import type { Shortcut } from '#platform/web/domain.ts';
import { askForPalette } from '../shell/palette-request.ts';
import { useTheme } from '../shell/theme.ts';
import { keyName, matchKeys } from './shortcuts.ts';
import { singleKeysAreOn } from './single-keys.ts';

/** A sequence that stops for longer than this begins anew. */
const patience = 1200;

/** Answers the keyboard shortcuts. Never while somebody types, and never below an open dialog. */
export default function Keys() {
  const run = useShortcuts();
  const { user } = useSession();
  // Outside the effect: a page that comes in between two keys must not break the sequence.
  const begun = useRef<{ pressed: readonly string[]; last: number }>({ pressed: [], last: 0 });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keyName(event);
      if (key === undefined || event.defaultPrevented) return;
      const chord = key.startsWith('Mod+');
      if (!chord && (!singleKeysAreOn() || isTyping(event.target))) return;
      const before = begun.current;
      const pressed = chord || event.timeStamp - before.last > patience ? [key] : [...before.pressed, key];
      begun.current = { pressed, last: event.timeStamp };
      // A key that does not go on with what was begun may begin something itself.
      const found = matchKeys(pressed, user) ?? matchKeys([key], user);
      if (found === 'more') return;
      begun.current = { pressed: [], last: event.timeStamp };
      if (found === undefined) return;
      event.preventDefault();
      run(found);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [run, user]);
  return null;
}

function useShortcuts(): (shortcut: Shortcut) => void {
  const navigate = useNavigate();
  const { theme, choose } = useTheme();
  return ({ effect }) => {
    if (effect.kind === 'go') void navigate(effect.way);
    else if (effect.kind === 'theme') choose(theme === 'dark' ? 'light' : 'dark');
    else if (effect.kind === 'palette') askForPalette('search');
    else if (effect.kind === 'sheet') askForPalette('shortcuts');
    else if (effect.kind === 'search' && !focusSearchOfPage()) askForPalette('search');
  };
}

/** The search that the page itself has, where it has one in view. */
function focusSearchOfPage(): boolean {
  const box =
    document.querySelector<HTMLTextAreaElement>('main [data-slash]') ??
    document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (!box?.checkVisibility()) return false;
  box.focus();
  box.select();
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null;
}
