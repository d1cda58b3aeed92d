type TextField = HTMLInputElement | HTMLTextAreaElement;

const fieldsIn = (page: Element) => [...page.querySelectorAll<TextField>('input, textarea')];
const nameOf = (field: TextField) => field.ariaLabel ?? field.labels?.[0]?.textContent ?? '';

/**
 * Remembers what was typed into the fields of the prerendered page, and which one has the focus. Returns a function that
 * repeats it in the fields of the same names, once the app has replaced the page.
 */
export function carryTyped(page: Element): () => void {
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
