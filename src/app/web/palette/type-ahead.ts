type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Keys followed by a longer pause than this before the field appears are discarded. */
const patienceMilliseconds = 5000;

const modifiers = ['Shift', 'CapsLock', 'AltGraph'];

export type TypeAhead = {
  /**
   * Focuses the field as soon as `find` returns one, and types into it the keys pressed until then. Calls `find` again
   * whenever the page changes.
   */
  into(find: () => TextField | undefined): void;
  /** Takes a key that is meant for the field. Returns false for any other key. */
  take(event: KeyboardEvent): boolean;
  /** Calls `find` again for a reason other than a page change. */
  retry(): void;
  stop(): void;
};

/** Returns a buffer for keys pressed between a search shortcut and the moment its field has the focus. */
export function createTypeAhead(): TypeAhead {
  let find: (() => TextField | undefined) | undefined;
  let typed = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let changes: MutationObserver | undefined;

  function deliver(): void {
    const field = find?.();
    if (field === undefined) return;
    changes?.disconnect();
    if (document.activeElement !== field) {
      field.focus();
      field.select();
    }
    if (typed === '') return;
    const text = typed;
    typed = '';
    const { value } = field;
    field.setRangeText(text, field.selectionStart ?? value.length, field.selectionEnd ?? value.length, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
  }

  function stop(): void {
    find = undefined;
    typed = '';
    changes?.disconnect();
    clearTimeout(timer);
    document.removeEventListener('pointerdown', stop);
  }

  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(stop, patienceMilliseconds);
  }

  return {
    into(next) {
      stop();
      find = next;
      wait();
      document.addEventListener('pointerdown', stop);
      changes ??= new MutationObserver(() => deliver());
      changes.observe(document.body, { childList: true, subtree: true });
      deliver();
    },
    take(event) {
      if (find === undefined || modifiers.includes(event.key)) return false;
      // The field has the focus, so the browser handles typing from now on. Any key other than a character ends the
      // wait.
      const ends = event.target === find() || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey;
      if (ends) {
        stop();
        return false;
      }
      typed += event.key;
      event.preventDefault();
      wait();
      deliver();
      return true;
    },
    retry: deliver,
    stop,
  };
}
