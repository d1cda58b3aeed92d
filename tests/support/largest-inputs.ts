import { z } from 'zod';
import type { RouteDefinition } from '#platform/contract/route.ts';
import { asText, type LooseInput } from './call.ts';

/** The largest body that most routes read. */
const BODY_BYTES = 256 * 1024;
/** The bytes around a filling. */
const MARGIN_BYTES = 200;

export type NamedBody = { readonly what: string; readonly body: string };

type Bounds = { maximum?: number; maxLength?: number };

/**
 * Returns the largest queries: the good one with every bounded number and text at its bound if the schema accepts it,
 * and one with only the largest page.
 */
export function largestQueries(route: RouteDefinition, good: LooseInput): LooseInput[] {
  const bounds = Object.entries(route.query?.shape ?? {}).map(([name, field]) => {
    const schema: Bounds = z.toJSONSchema(field as z.ZodType, { io: 'output', unrepresentable: 'any' });
    return { name, largest: schema.maximum ?? (schema.maxLength && 'a%_ x'.repeat(schema.maxLength / 5)) };
  });
  const pageSize = bounds.find(({ name }) => name === 'limit')?.largest;
  const query: Record<string, unknown> = { ...good.query };
  const isPosition = (name: string) => ['page', 'before', 'after', 'above'].includes(name);
  for (const { name, largest } of bounds)
    if (largest !== undefined && !isPosition(name) && takes(route, { ...query, [name]: largest }))
      query[name] = largest;
  return [{ ...good, query }, ...(pageSize === undefined ? [] : [{ ...good, query: { limit: pageSize } }])];
}

const takes = (route: RouteDefinition, query: Record<string, unknown>) =>
  route.query?.safeParse(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, asText(value)])))
    .success === true;

/** Returns bodies of the largest size: malformed ones, and the good one with each of its fields grown. */
export function largestBodies(good: unknown, limitBytes = BODY_BYTES): NamedBody[] {
  const bodyBytes = limitBytes - MARGIN_BYTES;
  const fields = typeof good === 'object' && good !== null ? Object.entries(good) : [];
  const grown = fields.flatMap(([name, value]) => {
    const rest = fields
      .filter(([other]) => other !== name)
      .map(([other, inner]) => `${JSON.stringify(other)}:${JSON.stringify(inner)},`);
    const grow = (what: string, filling: string) => ({
      what: `${what} in ${name}`,
      body: `{${rest.join('')}${JSON.stringify(name)}:${filling}}`,
    });
    const room = bodyBytes - rest.join('').length - name.length;
    if (typeof value === 'string') return [grow('a long text', `"${'x y '.repeat(room / 4)}"`)];
    if (Array.isArray(value)) return [grow('a long list', `[${fill(room, (n) => `"i${n}"`)}]`)];
    if (typeof value !== 'object') return [];
    return [room, 40_000].map((length) =>
      grow(`${length} bytes of fields`, `{${fill(length, (n) => `"g${n}":${n}`)}}`),
    );
  });
  return [
    { what: 'unknown fields', body: `{${fill(bodyBytes, (n) => `"f${n}":${n}`)}}` },
    { what: 'a name twice', body: `{${fill(bodyBytes, (n) => `"f${n}":${n}`)},"f0":0}` },
    { what: 'nested lists', body: `${'['.repeat(bodyBytes / 2)}1${']'.repeat(bodyBytes / 2)}` },
    { what: 'nested objects', body: `${'{"a":'.repeat(bodyBytes / 6)}1${'}'.repeat(bodyBytes / 6)}` },
    { what: 'one long text', body: `{"user":"${'\\u0041'.repeat(bodyBytes / 6 - 2)}"}` },
    ...grown,
  ];
}

/** Returns as many members, separated by commas, as fit in this many bytes. */
function fill(bytes: number, member: (n: number) => string): string {
  const members: string[] = [];
  for (let length = 0, n = 0; length < bytes - 20; n++) {
    members.push(member(n));
    length += (members.at(-1)?.length ?? 0) + 1;
  }
  return members.join(',');
}
