import { listBillingEvents, moveClock, readBillingAccount } from './contract/account.ts';
import {
  cancelRun,
  creditInvoice,
  extendTrial,
  giveUpInvoice,
  listSubscriptions,
  readAdministeredBilling,
  readRun,
  startRun,
  voidInvoice,
} from './contract/administration.ts';
import { readBillingDetails, readInvoicePdf, readInvoiceUbl, saveBillingDetails } from './contract/details.ts';
import { invoicePaymentRoutes } from './contract/invoice-payments.ts';
import { listInvoices, readInvoice } from './contract/invoices.ts';
import {
  changeSubscription,
  estimatePrice,
  listPlans,
  previewChange,
  readSubscription,
  startTrial,
} from './contract/subscription.ts';
import { teamRoutes } from './contract/team.ts';
import { readUsage } from './contract/usage.ts';

export * from './contract/account.ts';
export * from './contract/administration.ts';
export * from './contract/amounts.ts';
export * from './contract/assistant.ts';
export * from './contract/calendar.ts';
export * from './contract/capabilities.ts';
export * from './contract/describe-line.ts';
export * from './contract/details.ts';
export * from './contract/invoice-payments.ts';
export * from './contract/invoices.ts';
export * from './contract/plans.ts';
export * from './contract/pricing.ts';
export * from './contract/subscription.ts';
export * from './contract/team.ts';
export * from './contract/usage.ts';

/** In the order of the API reference. */
export const routes = [
  listPlans,
  estimatePrice,
  readSubscription,
  startTrial,
  previewChange,
  changeSubscription,
  readBillingAccount,
  listBillingEvents,
  listInvoices,
  readInvoice,
  readInvoicePdf,
  readInvoiceUbl,
  readBillingDetails,
  saveBillingDetails,
  readUsage,
  ...invoicePaymentRoutes,
  ...teamRoutes,
  moveClock,
  listSubscriptions,
  readAdministeredBilling,
  extendTrial,
  creditInvoice,
  voidInvoice,
  giveUpInvoice,
  startRun,
  readRun,
  cancelRun,
] as const;
