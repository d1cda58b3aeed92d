import type { TestAccount, TestServer } from '../test-server.ts';
import { routeCases } from './index.ts';

/**
 * Creates an account that the route admits, so that no missing permission hides the code behind it: a government
 * account if only the government may call, otherwise a manufacturer who is an administrator.
 */
export async function allowedAccount(server: TestServer, name: string): Promise<TestAccount> {
  if (isOfGovernment(name)) return server.account('government');
  if (isOfResidents(name)) return server.account('resident');
  const made = await server.account('manufacturer');
  await server.database.sql('update accounts set administrator = true where id = $1', [made.id]);
  return made;
}

/** Reports whether only residents may call the route. */
export function isOfResidents(name: string): boolean {
  const { allowed = [] } = routeCases[name] ?? {};
  return allowed.length === 1 && allowed[0] === 'resident';
}

/** Reports whether a government account may call the route, and a manufacturer or an administrator may not. */
export function isOfGovernment(name: string): boolean {
  const { allowed = [] } = routeCases[name] ?? {};
  return allowed.includes('government') && !allowed.includes('administrator') && !allowed.includes('manufacturer');
}
