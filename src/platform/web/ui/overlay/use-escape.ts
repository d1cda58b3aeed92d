import { type KeyboardEvent, useRef } from 'react';

const openDialogs = '[role="dialog"][data-state="open"]';

/** Portals append to the body, so the newest dialog is the last. */
const newestDialog = () => [...document.querySelectorAll(openDialogs)].at(-1);

/** Closes the dialog that was opened last, if it has a close button. */
export function closeNewestDialog(): void {
  newestDialog()?.querySelector<HTMLButtonElement>('[data-dialog-close]')?.click();
}

/**
 * Closes a dialog or sheet on Escape, also where Radix would close none or the wrong one. Spread `content` over the
 * Radix content, and put `closeButton` and `data-dialog-close` on its close button.
 *
 * Radix passes the key only to the topmost layer, which may be a toast; toasts leave it to the reader's dialog. And a
 * dialog that has just appeared joins the layers an effect later: until then the key would close the one below it, and
 * with it a half-filled form.
 */
export function useEscape() {
  const closeButton = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    closeButton.current?.click();
  };
  const onEscapeKeyDown = (event: Event) => {
    const newest = newestDialog();
    if (newest === undefined || newest === closeButton.current?.closest(openDialogs)) return;
    event.preventDefault();
    closeNewestDialog();
  };
  return { closeButton, content: { onKeyDown, onEscapeKeyDown } };
}
