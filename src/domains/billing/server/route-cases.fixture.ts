import type { RouteCase } from '#tests/support/route-cases/route-case.ts';
import { administrationCases } from './administration/route-cases.fixture.ts';
import { detailsCases } from './details/route-cases.fixture.ts';
import { invoicePaymentCases } from './payments/route-cases.fixture.ts';
import { subscriptionCases } from './subscription/route-cases.fixture.ts';
import { teamCases } from './team/route-cases.fixture.ts';

export const routeCases: Readonly<Record<string, RouteCase>> = {
  ...subscriptionCases,
  ...administrationCases,
  ...invoicePaymentCases,
  ...detailsCases,
  ...teamCases,
};
