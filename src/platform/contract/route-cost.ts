/**
 * Classes of routes by what a request costs the server. Each has a limit of requests a minute for one address and for one
 * account. docs/configuration.md lists them.
 */
export const costClasses = ['read', 'search', 'write', 'heavy', 'sign-in', 'stream', 'file'] as const;
export type CostClass = (typeof costClasses)[number];

/** Returns the declared class of a route, else `read` for GET and `write` for the rest. */
export const costOf = ({ cost, method }: { cost?: CostClass | 'unlimited'; method: string }): CostClass | 'unlimited' =>
  cost ?? (method === 'GET' ? 'read' : 'write');
