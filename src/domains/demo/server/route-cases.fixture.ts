import { everyone, type RouteCase } from '#tests/support/route-cases/route-case.ts';

export const routeCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/demo-accounts': { allowed: everyone, good: () => ({}) },
};
