import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { PaymentMethod, TestCard } from '#domains/payments/contract.ts';
import { Dollars } from '#platform/web/dollars.ts';

/** Returns the typed amount in cents; NaN while the text is not an amount. */
export const centsOf = (typed: string) => Dollars.safeParse(typed).data ?? Number.NaN;

/** Returns cents as a person types them. */
export const dollars = (cents: number) => (cents / 100).toFixed(2);

/**
 * Suggests the amount that is owed and not announced whenever it changes and after each accepted payment, which the returned function
 * reports. Keeps an amount that is being typed, or a typed one that is still owed, and does not change the form while a payment may be in
 * flight.
 */
export function useSuggestion<Body>(
  form: PayFormState<Body>,
  openCents: number,
  restCents: number,
  isUnanswered: boolean,
): () => void {
  const [accepted, setAccepted] = useState(0);
  const suggested = useRef(form.getValues('amount'));
  // The field is read here, not while rendering, because text typed in between must stay.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each accepted payment counts
  useEffect(() => {
    const now = form.getValues('amount');
    const isKept = isTyping('amount') || !(centsOf(now) > openCents);
    if (isUnanswered || (now !== suggested.current && isKept)) return;
    suggested.current = dollars(restCents);
    form.setValue('amount', suggested.current);
  }, [form, isUnanswered, openCents, restCents, accepted]);
  return () => {
    suggested.current = form.getValues('amount');
    setAccepted((count) => count + 1);
  };
}

export type PayFormState<Body> = UseFormReturn<
  { amount: string; paymentMethod: PaymentMethod; card: TestCard; txHash?: string | undefined },
  unknown,
  Body
>;

const isTyping = (name: string) =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.name === name;
