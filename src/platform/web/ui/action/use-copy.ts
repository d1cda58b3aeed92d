import { useEffect, useState } from 'react';
import { timing } from '../timing/timing.ts';

/** Copies text, and reports for a moment whether it succeeded. */
export function useCopy(): { state: 'idle' | 'copied' | 'failed'; copy: (text: string) => Promise<void> } {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), timing.copied);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (text: string) => setState((await put(text)) ? 'copied' : 'failed');
  return { state, copy };
}

async function put(text: string): Promise<boolean> {
  // Plain http on a local network has no clipboard API; the deprecated command still works there.
  if (!navigator.clipboard) return putByCommand(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => putByCommand(text),
  );
}

function putByCommand(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
