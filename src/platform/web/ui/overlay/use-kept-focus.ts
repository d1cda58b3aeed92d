import { useEffect, useRef } from 'react';

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/**
 * Keeps the focus in an element when the focused control is removed or disabled, such as the button of a completed row.
 * The focus moves to the control that took its position in the nearest remaining part, to the last one there, or to the
 * element itself. Give the element `tabIndex={-1}`.
 */
export function useKeptFocus<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    let last: HTMLElement | undefined;
    /**
     * The controls before `last`, and its ancestors up to the element, inner first. A removed control no longer has a
     * parent.
     */
    let before: readonly HTMLElement[] = [];
    let parts: readonly HTMLElement[] = [];
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement && target !== element ? target : undefined;
      if (last === undefined) return;
      const all = controlsOf(element);
      before = all.slice(0, Math.max(all.indexOf(last), 0));
      parts = ancestorsOf(last, element);
    };
    // A press elsewhere leaves the element.
    const forget = ({ target }: Event) => {
      if (target instanceof Node && !last?.contains(target) && target.isConnected) last = undefined;
    };
    const restore = () => {
      if (last === undefined || !isLost()) return;
      if (last.isConnected && last.matches(focusable)) return last.focus();
      if (last.isConnected) return;
      for (const part of parts) {
        const left = part.isConnected ? controlsOf(part) : [];
        const place = left.findLastIndex((control) => before.includes(control)) + 1;
        const next = left[place] ?? left.at(-1);
        if (next) return next.focus();
      }
      element.focus();
    };
    const observer = new MutationObserver(restore);
    observer.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    element.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
  return ref;
}

const controlsOf = (part: HTMLElement) => [...part.querySelectorAll<HTMLElement>(focusable)];

function ancestorsOf(control: HTMLElement, up: HTMLElement): HTMLElement[] {
  const parent = control.parentElement;
  if (parent === null) return [up];
  return parent === up ? [up] : [parent, ...ancestorsOf(parent, up)];
}

/** A dialog that closes without its opener leaves the focus on the page. */
const isLost = () => {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.id === 'content';
};
