import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * The headers that OWASP ASVS 5 chapter 3.4 requires of every response. Scripts, styles, fonts and connections are
 * allowed only from this origin; no page may be framed; the camera is for this origin's scanner, the location for its
 * event form.
 */
export const securityHeaders = (options: { production: boolean }): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(self), payment=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  ...(options.production ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
});

/** Sets the security headers on every response of a route or the not-found handler. */
export function setSecurityHeaders(app: FastifyInstance, options: { production: boolean }): void {
  const headers = securityHeaders(options);
  app.addHook('onRequest', async (_, reply: FastifyReply) => {
    reply.headers(headers);
  });
}

/**
 * The content security policy of a page. Inline scripts and styles are neither allowed nor needed: components set styles
 * through the DOM, which no policy restricts. `wasm-unsafe-eval` is for the self-hosted barcode decoder.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
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

/** The content security policy of workers, which only fetch from this origin. */
export const workerPolicy = "default-src 'none'; connect-src 'self'; script-src 'self'; frame-ancestors 'none'";
