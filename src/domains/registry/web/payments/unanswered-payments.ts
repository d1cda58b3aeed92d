import { z } from 'zod';
import { PayBills, PayProperties, PayRequest } from '#domains/registry/contract.ts';

/** What is paid, in the form of one of the four routes. */
export const PaymentOrder = z.discriminatedUnion('of', [
  z.object({ of: z.literal('property'), propertyId: z.string(), body: PayRequest }),
  z.object({ of: z.literal('bill'), billNumber: z.string(), body: PayRequest }),
  z.object({ of: z.literal('properties'), body: PayProperties }),
  z.object({ of: z.literal('bills'), body: PayBills }),
]);
export type PaymentOrder = z.infer<typeof PaymentOrder>;

const Unanswered = z.object({ key: z.string(), sentAt: z.number(), order: PaymentOrder });

/** A payment that was sent without an answer, with the idempotency key that pays it once. */
export type Unanswered = z.infer<typeof Unanswered>;

const listeners = new Set<() => void>();
const memory = new Map<string, string>();

/** The maximum number stored. A form blocks further payments until the first one is answered, so more never occur in practice. */
const UNANSWERED_MAX = 50;

/**
 * Unanswered payments, stored until an answer comes, across reloads: those of an account on this device, and those of visitors in this
 * tab, because the next visitor of a public device must not find a bill's number. Without storage they last as long as the page.
 */
export function unansweredOf(accountId: string | undefined) {
  const name = `unanswered-payments:v1:${accountId ?? 'visitor'}`;
  const read = (): string => {
    try {
      return storeOf(accountId).getItem(name) ?? memory.get(name) ?? '[]';
    } catch {
      return memory.get(name) ?? '[]';
    }
  };
  const write = (payments: readonly Unanswered[]) => {
    const text = JSON.stringify(payments.slice(0, UNANSWERED_MAX));
    memory.set(name, text);
    try {
      storeOf(accountId).setItem(name, text);
      memory.delete(name);
    } catch {
      // Without storage, they stay in memory only.
    }
    for (const listener of [...listeners]) listener();
  };
  return {
    /** Returns the stored list as text, so that an unchanged list is the same value. */
    read,
    keep: (payment: Unanswered) => write([payment, ...parse(read()).filter(({ key }) => key !== payment.key)]),
    drop: (key: string) => write(parse(read()).filter((payment) => payment.key !== key)),
  };
}

/** Returns the first payment in a stored text that pays one of these properties or bills. */
export const findUnanswered = (text: string, subjects: readonly string[]): Unanswered | undefined =>
  parse(text).find(({ order }) => subjectsOf(order).some((subject) => subjects.includes(subject)));

/** Returns the properties, or the numbers of the bills, that an order pays. */
export function subjectsOf(order: PaymentOrder): readonly string[] {
  if (order.of === 'property') return [order.propertyId];
  if (order.of === 'bill') return [order.billNumber];
  return order.of === 'properties' ? order.body.propertyIds : order.body.billNumbers;
}

/** Calls `listener` on every change, also by another tab. Returns a function that ends it. */
export function onUnansweredChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const storeOf = (accountId: string | undefined) => (accountId === undefined ? sessionStorage : localStorage);

function parse(text: string): Unanswered[] {
  try {
    const parsed: unknown = JSON.parse(text);
    // An entry that this version cannot read must not discard the others.
    return Array.isArray(parsed)
      ? parsed.flatMap((one) => {
          const { success, data } = Unanswered.safeParse(one);
          return success ? [data] : [];
        })
      : [];
  } catch {
    return [];
  }
}
