import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyReply {
    /** What inline styles of this answer must carry. A new one for each answer. */
    styleNonce: string;
  }
}

/**
 * Sets on every answer what OWASP ASVS 5 chapter 3.4 asks for. Scripts, styles, fonts and connections come from this origin
 * alone; nobody may frame a page; the camera is for this origin's scanner.
 */
export function setSecurityHeaders(app: FastifyInstance, options: { production: boolean }): void {
  app.decorateReply('styleNonce', '');
  app.addHook('onRequest', async (_, reply: FastifyReply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    });
    if (options.production) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains');
  });
}

/**
 * The policy of a page. Components set styles inline, hence the nonce; `wasm-unsafe-eval` is for the barcode decoder, which
 * is served from here too.
 */
export function pagePolicy(reply: FastifyReply): string {
  reply.styleNonce = randomBytes(16).toString('base64');
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${reply.styleNonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
