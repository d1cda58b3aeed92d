import {
  assessProperty,
  exportRoll,
  importRoll,
  listOwners,
  mergeProperties,
  recordDocument,
  splitProperty,
  transferTitle,
} from './contract/administration.ts';
import { decideAppeal, fileAppeal, listAppeals, withdrawAppeal } from './contract/appeals.ts';
import { autopayRoutes } from './contract/autopay.ts';
import { cityFeatureRoutes } from './contract/city-features.ts';
import { claimProperty, eraseOwner, issueClaimCode, printClaimLetter } from './contract/claims.ts';
import { correctBill, correctProperty, readTaxFile } from './contract/corrections.ts';
import { municipalDashboard } from './contract/dashboard.ts';
import { endExemption, grantExemption } from './contract/exemptions.ts';
import { cancelLevy, listLevies, readLevy, startLevy } from './contract/levy-jobs.ts';
import { readMap, readMapTile } from './contract/map.ts';
import { methodFeesRoutes } from './contract/method-fees.ts';
import * as schedule from './contract/notice-schedule.ts';
import * as notices from './contract/notices.ts';
import { readBillPdf, readExtract, readReceipt } from './contract/papers.ts';
import { paymentLookupRoutes } from './contract/payment-lookup.ts';
import {
  confirmPayment,
  failPayment,
  listPayments,
  listRegistryPayments,
  payBill,
  payProperty,
  refundPayment,
  reversePayment,
} from './contract/payments.ts';
import { residentProperties } from './contract/portal.ts';
import { listDocuments, listNeighborhoods, listProperties, readProperty } from './contract/properties.ts';
import { summarizeProperties } from './contract/property-summary.ts';
import { severalBillsRoutes } from './contract/several-bills.ts';
import { levyTaxes, listBills, listRates, previewRates, readBill, setRates } from './contract/taxes.ts';
import { waiverRoutes } from './contract/waivers.ts';

export * from './contract/administration.ts';
export * from './contract/announced-transfers.ts';
export * from './contract/appeals.ts';
export * from './contract/arrived-amount.ts';
export * from './contract/assistant.ts';
export * from './contract/autopay.ts';
export * from './contract/bill-number.ts';
export * from './contract/capabilities.ts';
export * from './contract/city-features.ts';
export * from './contract/claims.ts';
export * from './contract/corrections.ts';
export * from './contract/dashboard.ts';
export * from './contract/days-in-words.ts';
export * from './contract/exemption-rules.ts';
export * from './contract/exemptions.ts';
export * from './contract/geometry.ts';
export * from './contract/levy-jobs.ts';
export * from './contract/map.ts';
export * from './contract/method-fees.ts';
export * from './contract/notice-schedule.ts';
export * from './contract/notice-words.ts';
export * from './contract/notices.ts';
export * from './contract/papers.ts';
export * from './contract/payment-lookup.ts';
export * from './contract/payments.ts';
export * from './contract/portal.ts';
export * from './contract/properties.ts';
export * from './contract/property-summary.ts';
export * from './contract/property-words.ts';
export * from './contract/several-bills.ts';
export * from './contract/taxes.ts';
export * from './contract/waivers.ts';

export const routes = [
  municipalDashboard,
  listProperties,
  summarizeProperties,
  listNeighborhoods,
  listDocuments,
  readProperty,
  readMap,
  readMapTile,
  importRoll,
  exportRoll,
  assessProperty,
  transferTitle,
  splitProperty,
  mergeProperties,
  recordDocument,
  listOwners,
  issueClaimCode,
  printClaimLetter,
  eraseOwner,
  claimProperty,
  residentProperties,
  listPayments,
  listBills,
  readBill,
  readBillPdf,
  readReceipt,
  readExtract,
  payProperty,
  payBill,
  listRates,
  previewRates,
  setRates,
  levyTaxes,
  startLevy,
  listLevies,
  readLevy,
  cancelLevy,
  listRegistryPayments,
  confirmPayment,
  failPayment,
  reversePayment,
  refundPayment,
  grantExemption,
  endExemption,
  fileAppeal,
  withdrawAppeal,
  decideAppeal,
  listAppeals,
  correctProperty,
  correctBill,
  readTaxFile,
  ...waiverRoutes,
  ...cityFeatureRoutes,
  ...severalBillsRoutes,
  ...paymentLookupRoutes,
  ...methodFeesRoutes,
  notices.listNotices,
  notices.markNoticesRead,
  notices.readMailSettings,
  notices.enterMailAddress,
  notices.removeMailAddress,
  notices.chooseMails,
  notices.verifyMailAddress,
  notices.stopMails,
  schedule.readNoticeSchedule,
  schedule.setNoticeSchedule,
  schedule.previewNotices,
  schedule.listLetters,
  schedule.retryLetter,
  ...autopayRoutes,
] as const;
