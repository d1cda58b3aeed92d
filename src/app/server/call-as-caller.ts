import type { FastifyInstance } from 'fastify';
import type { CallRoute } from '#domains/assistant/server/index.ts';

/**
 * Calls the server's own routes on a caller's behalf, as a regular request with the caller's token. The result contains
 * nothing that the caller could not have requested directly.
 */
export function createCallAsCaller(app: FastifyInstance): CallRoute {
  return async (route, { params, query }, { token, ip }) => {
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(params[name] ?? '')),
    );
    const fields = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const answer = await app.inject({
      method: route.method,
      url: fields.size === 0 ? path : `${path}?${fields}`,
      remoteAddress: ip,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    return { status: answer.statusCode, text: answer.payload };
  };
}
