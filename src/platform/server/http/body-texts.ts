import type { FastifyInstance, FastifyRequest } from 'fastify';

const texts = new WeakMap<FastifyRequest, string>();

/** Parses JSON bodies as Fastify does, and stores the text of each for its request. */
export function storeBodyTexts(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    texts.set(request, body as string);
    parse(request, body as string, done);
  });
}

/** Returns the text that the body of a request was parsed from; undefined without one. A parsed body hides repeated names. */
export const bodyTextOf = (request: FastifyRequest): string | undefined => texts.get(request);
