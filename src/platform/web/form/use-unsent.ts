import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { unsent } from './unsent.ts';

/**
 * Stores the input of a form until the returned function reports that it was sent, and restores it when the form is
 * opened again. A form whose fields have changed since then opens empty.
 */
export function useUnsentForm<Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  name: string,
): () => void {
  const blank = useRef(JSON.stringify(form.getValues()));
  useEffect(() => {
    const kept = valuesIn(unsent.read(name));
    const fields = Object.keys(form.getValues());
    if (kept && fields.every((field) => field in kept)) form.reset(kept as Values, { keepDefaultValues: true });
    const { unsubscribe } = form.watch((values) => {
      const text = JSON.stringify(values);
      if (text === blank.current) unsent.drop(name);
      else unsent.keep(name, text);
    });
    return unsubscribe;
  }, [form, name]);
  return () => unsent.drop(name);
}

/** State that is stored like the fields of a form, and dropped when it has its initial value again. */
export function useUnsent<T>(name: string, schema: z.ZodType<T>, blank: T): [T, (change: (now: T) => T) => void] {
  const [value, setValue] = useState(() => {
    const { success, data } = schema.safeParse(jsonIn(unsent.read(name)));
    return success ? data : blank;
  });
  // Several changes may occur without a render in between.
  const latest = useRef(value);
  const change = (next: (now: T) => T) => {
    latest.current = next(latest.current);
    setValue(latest.current);
    const text = JSON.stringify(latest.current);
    if (text === JSON.stringify(blank)) unsent.drop(name);
    else unsent.keep(name, text);
  };
  return [value, change];
}

/** Text that is stored like the fields of a form. */
export function useUnsentText(name: string): [string, (text: string) => void] {
  const [text, change] = useUnsent(name, z.string(), '');
  return [text, (next) => change(() => next)];
}

function valuesIn(text: string | undefined): Record<string, unknown> | undefined {
  const { success, data } = z.record(z.string(), z.unknown()).safeParse(jsonIn(text));
  return success ? data : undefined;
}

function jsonIn(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
