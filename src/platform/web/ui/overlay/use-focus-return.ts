import { useRef } from 'react';

/** The last opener that is not part of a dialog or sheet itself. Dialogs that follow each other return the focus to it. */
let outermost: HTMLElement | undefined;

/**
 * Returns the focus to the element that had it when `open` became true, or to the page if that is gone. For a dialog or
 * sheet without its own trigger; pass it as `onCloseAutoFocus`. Radix returns the focus only to a trigger.
 */
export function useFocusReturn(open: boolean): (event: Event) => void {
  const opener = useRef<HTMLElement | undefined>(undefined);
  const wasOpen = useRef(false);
  // During the first render with `open` the focus has not moved yet. It is needed after `open` becomes false.
  if (open && !wasOpen.current) {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
    if (opener.current?.closest('[role="dialog"]') === null) outermost = opener.current;
  }
  wasOpen.current = open;
  return (event) => {
    const page = document.getElementById('content') ?? undefined;
    // A dialog that is still open keeps the focus from the page behind it.
    const around = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
    const target = [opener.current, ...(around ? [around] : [outermost, page])].find(
      (element) => element?.isConnected && element !== document.body,
    );
    if (target === undefined) return;
    event.preventDefault();
    if (target !== around || !around?.contains(document.activeElement))
      target.focus({ preventScroll: target === page });
  };
}
