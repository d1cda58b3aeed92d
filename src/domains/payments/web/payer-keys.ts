import type { PaymentAnswer } from '#domains/payments/contract.ts';

const storageKey = 'payer-keys';
/** The maximum number of payments of one tab whose keys are stored; the oldest are dropped. */
const KEYS_MAX = 50;

/** Stores the key of a payment that was opened without an account, in this tab only, so that on a shared computer it ends with the tab. */
export function keepPayerKey({ payment, payerKey }: PaymentAnswer): void {
  if (payerKey === undefined) return;
  const others = readKeys().filter(([id]) => id !== payment.id);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...others, [payment.id, payerKey]].slice(-KEYS_MAX)));
  } catch {
    // Without storage, the payment goes on without its receipt.
  }
}

/** Returns the key of a payment that was opened in this tab. */
export const payerKeyOf = (paymentId: string): string | undefined => new Map(readKeys()).get(paymentId);

function readKeys(): [string, string][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
