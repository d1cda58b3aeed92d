import { useEffect, useRef } from 'react';

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/**
 * Keeps the focus in an element when what had it goes away or is disabled, such as the button of a row that was dealt with: the focus
 * goes to the control that took its position, to the last one, or to the element itself. Give the element `tabIndex={-1}`.
 */
export function useKeptFocus<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const controls = () => [...element.querySelectorAll<HTMLElement>(focusable)];
    let last: HTMLElement | undefined;
    let position = 0;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement && target !== element ? target : undefined;
      position = last === undefined ? 0 : controls().indexOf(last);
    };
    // Who presses elsewhere has left it.
    const forget = ({ target }: Event) => {
      if (target instanceof Node && !last?.contains(target) && target.isConnected) last = undefined;
    };
    const restore = () => {
      if (last === undefined || !isLost()) return;
      if (last.isConnected && last.matches(focusable)) return last.focus();
      if (last.isConnected) return;
      const left = controls();
      (left[Math.max(position, 0)] ?? left.at(-1) ?? element).focus();
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

/** A dialog that closes without its opener leaves the focus on the page. */
const isLost = () => {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.id === 'content';
};
