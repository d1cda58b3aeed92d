import type { Ledger } from '#domains/ledger/server/index.ts';
import type { BillingConfig } from '#platform/server/billing-config.ts';
import type { Billing } from './billing.ts';
import { stateCustomers } from './customers/commit-customers.ts';
import { chargeInvoice } from './payments/charge-invoice.ts';
import { openInvoicePayments } from './payments/open-invoice-payments.ts';
import { limitAccounts } from './usage/limit-by-plan.ts';

export type BillingServices = Omit<
  Billing,
  'config' | 'charge' | 'demo' | 'publicUrl' | 'invoicePayments' | 'forgetLimits'
> & {
  readonly ledger: Ledger;
  readonly billing: BillingConfig;
  readonly city: { readonly demo: boolean; readonly publicUrl: string };
};

/** Opens subscriptions and their invoices. */
export function openBilling({ billing: config, city, ledger, ...services }: BillingServices): Billing {
  const limits = limitAccounts({ ...services, billing: config, city });
  const invoicePayments = openInvoicePayments({ ...services, billing: config, city, ledger });
  // It joins its manager's team as an account that can leave.
  services.participants.allowances.onSignIn((tx, id) => stateCustomers(tx, [id], 'payer', services.clock));
  const charge = (invoiceId: string) =>
    chargeInvoice(invoicePayments, invoiceId).then(
      () => undefined,
      (error: unknown) => services.log.warn({ err: error, invoiceId }, 'a stored card could not be charged; retrying'),
    );
  return {
    ...services,
    config,
    demo: city.demo,
    publicUrl: city.publicUrl,
    invoicePayments,
    charge,
    forgetLimits: limits.forget,
  };
}
