import { type DemoAccount, routes } from '#domains/demo/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Domain } from '#platform/server/domain.ts';
import { mountDemo } from './routes.ts';

type Assembly = { readonly facts: { readonly demo: boolean }; readonly demoAccounts: readonly DemoAccount[] };

export const demoDomain: Domain<unknown, Account, Assembly> = {
  name: 'demo',
  tables: ['demo_steps'],
  routes,
  open: () => ({
    mount: (mount, { facts, demoAccounts }) => mountDemo(mount, { demo: facts.demo, accounts: demoAccounts }),
  }),
};
