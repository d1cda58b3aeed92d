import { methodNotOffered, type PaymentMethod, paymentMethodNames } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Registry } from '../open-registry.ts';

export type PaymentOption = { readonly method: PaymentMethod; readonly offered: boolean; readonly note: string };

/** Returns every payment method, and for one that is not offered why. */
export const paymentOptions = ({ demo }: Pick<Registry, 'demo'>): PaymentOption[] => [
  {
    method: 'bank',
    offered: true,
    note: 'No fee. Transfer the amount with the reference that you get; it counts once it has arrived.',
  },
  {
    method: 'fiat',
    offered: demo,
    note: demo
      ? 'TEST: a sample card pays at once. No money moves.'
      : 'Not offered: no card provider is connected to this server.',
  },
  { method: 'usdc', offered: false, note: 'Not offered: no chain is connected to this server.' },
  { method: 'eth', offered: false, note: 'Not offered: no chain is connected to this server.' },
];

/** @throws AppError `payments.method_not_offered` */
export function requireOffered(registry: Pick<Registry, 'demo'>, method: PaymentMethod): void {
  const option = paymentOptions(registry).find((one) => one.method === method);
  if (option?.offered) return;
  throw new AppError(methodNotOffered, `${paymentMethodNames[method]} is not offered here.`, {
    hint: 'GET /api/detroit/payment-methods lists the methods.',
    errors: [{ in: 'body', pointer: '/paymentMethod', message: option?.note ?? 'is not offered' }],
  });
}
