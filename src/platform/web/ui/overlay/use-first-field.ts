import { type RefObject, useEffect } from 'react';

/** Focuses the first field of a form in a sheet or dialog when it appears, instead of a control above its fields. */
export function useFirstField(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    form.current
      ?.querySelector<HTMLElement>(':is(input, select, textarea):not([disabled])')
      ?.focus({ preventScroll: true });
  }, [form]);
}
