import { elsewhere, type RouteCase, signedIn } from '#tests/support/route-cases/route-case.ts';

const days = { from: '2026-01-01', to: '2026-12-31' };

const statementCase = (...refusals: string[]): RouteCase => ({
  allowed: signedIn,
  good: () => ({ query: days }),
  invalid: [
    { query: { to: days.to }, pointer: '/from' },
    { query: { from: days.from }, pointer: '/to' },
    { query: { ...days, from: 'January' }, pointer: '/from' },
    { query: { from: days.to, to: days.from }, pointer: '/to' },
    { query: { ...days, account: 'me' }, pointer: '/account' },
  ],
  refusals: elsewhere('market.statement_too_long', ...refusals),
});

export const statementRouteCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/nft/statement': statementCase(),
  'GET /api/nft/statement/csv': statementCase(),
  'GET /api/nft/statement/pdf': statementCase('server.unavailable'),
};
