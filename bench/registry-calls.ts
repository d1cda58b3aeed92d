import { randomUUID } from 'node:crypto';
import type { Role } from '#domains/participants/contract.ts';
import { findByUsername, insertAccount } from '#domains/participants/server/index.ts';
import type { CallInput, ResponseIn, RouteDefinition } from '#platform/contract/route.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import type { Workspace } from './workspace.ts';

/**
 * Calls the handler of a route as one account, without HTTP. The body is checked and gets its defaults, as in a
 * request.
 */
export type Calls = <R extends RouteDefinition>(route: R, input: CallInput<R>) => Promise<ResponseIn<R>>;

/** Returns calls of the use cases that the open domains would serve, as a new account. */
export async function openCalls(
  { services }: Workspace,
  { username = `clerk-${randomUUID().slice(0, 8)}`, role = 'government' as Role } = {},
): Promise<Calls> {
  const createdAt = new Date().toISOString();
  await insertAccount(services.database, { id: randomUUID(), username, role, createdAt });
  const found = await findByUsername(services.database, username);
  if (found === undefined) throw new Error('The benchmark’s account is missing');
  const caller = { ...found.account, sessionId: '' };
  const handlers = new Map<RouteDefinition, (input: unknown) => Promise<unknown>>();
  const mount = ((route: RouteDefinition, handler: (input: unknown) => Promise<unknown>) =>
    void handlers.set(route, handler)) as unknown as Mount<typeof caller>;
  for (const domain of services.domains) if (domain.mount?.length === 1) domain.mount(mount, undefined as never);
  return async (route, input) => {
    const handler = handlers.get(route);
    if (handler === undefined) throw new Error(`No domain serves ${route.path}`);
    const body = route.body?.parse('body' in input ? input.body : undefined);
    return (await handler({ query: {}, params: {}, ...input, body, caller })) as ResponseIn<typeof route>;
  };
}
