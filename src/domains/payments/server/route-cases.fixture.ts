import { everyone, type RouteCase } from '#tests/support/route-cases/route-case.ts';

/** Route cases of the payment methods. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/payments/methods': { allowed: everyone, good: () => ({}) },
};
