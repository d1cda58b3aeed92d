export { billingExport } from './export-billing.ts';
