declare global {
  interface Window {
    /** The button pressed since the page loaded. before-app.js stores it until the app takes over. */
    earlyPress?: { button: HTMLButtonElement | null; isHeld: boolean };
  }
}

/** How long a field or a button may take to appear in the app. A page may still load its code and data. */
const appearMilliseconds = 5000;

/** Repeats one action in the app if its element exists. Returns whether it is done. */
type Step = () => boolean;

type TextField = HTMLInputElement | HTMLTextAreaElement;

const fieldsIn = (page: Element) => [...page.querySelectorAll<TextField>('input, textarea')];
const nameOf = (field: TextField) => field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '';

const buttonsIn = (page: Element) => [...page.querySelectorAll('button')];
const labelOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent ?? '';

/**
 * Stores typed text, the pressed button and the focus of the prerendered page, and waits for the end of a press in
 * progress. Returns a function that repeats them on the fields, buttons and links of the same names, after the app has
 * replaced the page and as soon as they exist.
 */
export async function carryOver(page: Element): Promise<() => void> {
  // The click follows in the same task as the end of the press.
  if (window.earlyPress?.isHeld)
    await new Promise((resolve) => {
      for (const end of ['pointerup', 'pointercancel'])
        addEventListener(end, () => setTimeout(resolve), { once: true });
    });
  const pressed = window.earlyPress?.button;
  const press = pressed && page.contains(pressed) ? pressing(page, pressed) : undefined;
  const focus = focusing(page);
  const untilPress = [...(focus ? [focus] : []), ...(press ? [press] : [])];
  const typed = typing(page);
  return () => repeat(page, typed, untilPress);
}

/**
 * Repeats the steps in order, each as soon as possible. Repeats those of `untilPress` only until the user presses
 * something else.
 */
function repeat(page: Element, typed: readonly Step[], untilPress: readonly Step[]): void {
  let left = [...typed, ...untilPress];
  const goOn = () => {
    left = left.filter((step) => !step());
    if (left.length === 0) stop();
  };
  const forgetPress = () => {
    left = left.filter((step) => !untilPress.includes(step));
  };
  const changes = new MutationObserver(goOn);
  const timer = setTimeout(() => stop(), appearMilliseconds);
  const stop = () => {
    changes.disconnect();
    clearTimeout(timer);
    page.ownerDocument.removeEventListener('pointerdown', forgetPress);
  };
  page.ownerDocument.addEventListener('pointerdown', forgetPress);
  changes.observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  goOn();
}

function typing(page: Element): readonly Step[] {
  const touched = fieldsIn(page).filter(
    (field) => field === document.activeElement || field.value !== field.defaultValue,
  );
  return touched.map((before) => {
    const [name, value, hadFocus] = [nameOf(before), before.value, before === document.activeElement];
    return () => {
      const field = fieldsIn(page).find((one) => nameOf(one) === name);
      if (field === undefined) return false;
      if (hadFocus && document.activeElement === document.body) field.focus();
      if (value === '' || value === field.value) return true;
      // Through the prototype: React would ignore a change through the field's own property as its own.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
      field.dispatchEvent(new InputEvent('input', { bubbles: true, data: value, inputType: 'insertText' }));
      return true;
    };
  });
}

/** Returns the focus of a keyboard user to the button or the link that had it, unless the user has moved on. */
function focusing(page: Element): Step | undefined {
  const before = document.activeElement;
  if (before === null || !page.contains(before) || !before.matches('button, a[href]')) return undefined;
  const name = labelOf(before);
  const alike = () => [...page.querySelectorAll<HTMLElement>(before.localName)].filter((one) => labelOf(one) === name);
  const place = alike().indexOf(before as HTMLElement);
  return () => {
    if (document.activeElement !== document.body) return true;
    const after = alike()[place];
    if (after === undefined || after.matches(':disabled')) return false;
    after.focus({ preventScroll: true });
    return true;
  };
}

function pressing(page: Element, pressed: Element): Step {
  const name = labelOf(pressed);
  const alike = () => buttonsIn(page).filter((button) => labelOf(button) === name);
  const place = alike().indexOf(pressed as HTMLButtonElement);
  return () => {
    const button = alike()[place];
    if (button === undefined || button.disabled) return false;
    // Focuses the button as a press does. A dialog returns the focus to the element that had it when it opened.
    button.focus({ preventScroll: true });
    button.click();
    return true;
  };
}
