declare global {
  interface Window {
    /** What was pressed since the page arrived. before-app.js keeps it until the app takes over. */
    earlyPress?: { button: HTMLButtonElement | null; isHeld: boolean };
  }
}

/** How long a field or a button may take to appear in the app. A page may still load its code and data. */
const appearMilliseconds = 5000;

/** Repeats one thing in the app if its element is there. Returns whether it is done. */
type Step = () => boolean;

type TextField = HTMLInputElement | HTMLTextAreaElement;

const fieldsIn = (page: Element) => [...page.querySelectorAll<TextField>('input, textarea')];
const nameOf = (field: TextField) => field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '';

const buttonsIn = (page: Element) => [...page.querySelectorAll('button')];
const labelOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent ?? '';

/**
 * Remembers what was typed and pressed on the prerendered page, and waits for the end of a press that is going on. Returns a function
 * that repeats it on the fields and the button of the same names, once the app has replaced the page and as soon as they are there.
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
  const steps = [...typing(page), ...(press ? [press] : [])];
  return () => repeat(page, steps, press);
}

/** Repeats the steps in order, each as soon as it can be, and `press` only until the user presses something else. */
function repeat(page: Element, steps: readonly Step[], press: Step | undefined): void {
  let left = steps;
  const goOn = () => {
    left = left.filter((step) => !step());
    if (left.length === 0) stop();
  };
  const forgetPress = () => {
    left = left.filter((step) => step !== press);
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
      // By the prototype: React would take a change by the field's own property for its own.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
      field.dispatchEvent(new InputEvent('input', { bubbles: true, data: value, inputType: 'insertText' }));
      return true;
    };
  });
}

function pressing(page: Element, pressed: Element): Step {
  const name = labelOf(pressed);
  const alike = () => buttonsIn(page).filter((button) => labelOf(button) === name);
  const place = alike().indexOf(pressed as HTMLButtonElement);
  return () => {
    const button = alike()[place];
    if (button === undefined || button.disabled) return false;
    // As a press does. A dialog returns the focus to what had it when it opened.
    button.focus({ preventScroll: true });
    button.click();
    return true;
  };
}
