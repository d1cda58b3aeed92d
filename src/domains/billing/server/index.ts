export { billingExport } from './export-billing.ts';
export { limitAccounts } from './usage/limit-by-plan.ts';
