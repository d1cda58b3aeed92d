import type { Role, User } from '#domains/participants/contract.ts';

/** Returns an active account with `role`, in the form of the server. */
export const accountOf = (role: Role, change: Partial<User> = {}): User => ({
  id: '0190a1b2-0000-7000-8000-000000000001',
  username: 'acme-coffee',
  role,
  administrator: false,
  auditor: false,
  status: 'active',
  createdAt: '2026-03-01T08:00:00.000Z',
  ...change,
});
