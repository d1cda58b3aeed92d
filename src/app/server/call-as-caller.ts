import type { FastifyInstance } from 'fastify';
import type { CallRoute } from '#domains/assistant/server/index.ts';

/**
 * Calls the server's own routes as somebody who is calling it already: the same request through the same door, with the same
 * token, so that nothing is answered that they could not have asked for themselves.
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
