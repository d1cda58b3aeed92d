import type { Capability } from './capability.ts';
import type { RouteDefinition } from './route.ts';

/**
 * Returns all capabilities of the product in the order of their domains.
 * @throws Error if two have the same name, or if a route names one that no domain declares
 */
export function assembleCapabilities(
  declared: readonly (readonly Capability[])[],
  routes: readonly Pick<RouteDefinition, 'method' | 'path' | 'access'>[] = [],
): readonly Capability[] {
  const table = new Map<string, Capability>();
  for (const capability of declared.flat()) {
    if (table.has(capability.name)) throw new Error(`Two domains declare the capability "${capability.name}"`);
    table.set(capability.name, capability);
  }
  for (const { method, path, access } of routes)
    if (typeof access === 'object' && table.get(access.may.name) !== access.may)
      throw new Error(`${method} ${path} names the capability "${access.may.name}", which no domain declares`);
  return [...table.values()];
}
