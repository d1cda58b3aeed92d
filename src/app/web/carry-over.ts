declare global {
  interface Window {
    /** What was pressed since the page arrived. before-app.js keeps it until the app takes over. */
    earlyPress?: { button: HTMLButtonElement | null; isHeld: boolean };
  }
}

/** How long a repeated press may wait for its button to appear in the app. */
const appearMilliseconds = 5000;

type TextField = HTMLInputElement | HTMLTextAreaElement;

const fieldsIn = (page: Element) => [...page.querySelectorAll<TextField>('input, textarea')];
const nameOf = (field: TextField) => field.ariaLabel ?? field.labels?.[0]?.textContent ?? '';

const buttonsIn = (page: Element) => [...page.querySelectorAll('button')];
const labelOf = (button: Element) => button.ariaLabel ?? button.textContent ?? '';

/**
 * Remembers what was typed and pressed on the prerendered page, and waits for the end of a press that is going on. Returns a function
 * that repeats it on the fields and the button of the same names, once the app has replaced the page.
 */
export async function carryOver(page: Element): Promise<() => void> {
  // The click follows in the same task as the end of the press.
  if (window.earlyPress?.isHeld)
    await new Promise((resolve) => {
      for (const end of ['pointerup', 'pointercancel'])
        addEventListener(end, () => setTimeout(resolve), { once: true });
    });
  const pressed = window.earlyPress?.button;
  const repeatTyped = carryTyped(page);
  const repeatPress = pressed && page.contains(pressed) ? carryPress(page, pressed) : undefined;
  return () => {
    repeatTyped();
    repeatPress?.();
  };
}

function carryTyped(page: Element): () => void {
  const typed = fieldsIn(page)
    .filter((field) => field === document.activeElement || field.value !== field.defaultValue)
    .map((field) => ({ name: nameOf(field), value: field.value, focused: field === document.activeElement }));
  return () => {
    for (const { name, value, focused } of typed) {
      const field = fieldsIn(page).find((one) => nameOf(one) === name);
      if (field === undefined) continue;
      if (focused) field.focus();
      if (value === '' || value === field.value) continue;
      // By the prototype: React would take a change by the field's own property for its own.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
      field.dispatchEvent(new InputEvent('input', { bubbles: true, data: value, inputType: 'insertText' }));
    }
  };
}

/** Repeats the last press only, and not after the user has pressed something else. */
function carryPress(page: Element, pressed: Element): () => void {
  const name = labelOf(pressed);
  const alike = () => buttonsIn(page).filter((button) => labelOf(button) === name);
  const place = alike().indexOf(pressed as HTMLButtonElement);
  return () => {
    const press = () => {
      const button = alike()[place];
      if (button === undefined || button.disabled) return;
      stop();
      button.click();
    };
    const changes = new MutationObserver(press);
    const stop = () => {
      changes.disconnect();
      clearTimeout(timer);
      page.ownerDocument.removeEventListener('pointerdown', stop);
    };
    const timer = setTimeout(stop, appearMilliseconds);
    page.ownerDocument.addEventListener('pointerdown', stop);
    changes.observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    press();
  };
}
