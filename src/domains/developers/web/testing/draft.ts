import { z } from 'zod';
import { methods } from '../api/methods.ts';
import { assertionKinds } from './assertions.ts';
import { isSecretName, targetWithoutSecrets, textWithoutSecrets } from './secrets.ts';

const kinds = Object.keys(assertionKinds) as [keyof typeof assertionKinds];

/** A request being edited, in the form that is saved, exported and imported. */
export const Draft = z.object({
  method: z.enum(methods),
  endpoint: z.string().max(2000),
  body: z.string().max(262_144),
  headers: z.array(z.object({ name: z.string().max(100), value: z.string().max(2000) })).max(10),
  assertions: z
    .array(z.object({ kind: z.enum(kinds), subject: z.string().max(200), expected: z.string().max(2000) }))
    .max(20),
});
export type Draft = z.infer<typeof Draft>;

export const emptyDraft: Draft = { method: 'GET', endpoint: '/api/health', body: '', headers: [], assertions: [] };

/** Reports whether the method sends a body. */
export const sendsBody = (method: string): boolean => ['POST', 'PUT', 'PATCH'].includes(method);
/** Reports whether the request may change data. */
export const isWrite = (method: string): boolean => method !== 'GET';

/** Removes passwords and tokens from a draft, and lists what was removed. */
export function withoutDraftSecrets(draft: Draft): { draft: Draft; dropped: readonly string[] } {
  const { target, dropped: fromQuery } = targetWithoutSecrets(draft.endpoint);
  const { text, dropped: fromBody } = textWithoutSecrets(draft.body);
  const headers = draft.headers.filter(({ name }) => !isSecretName(name));
  const fromHeaders = draft.headers.flatMap(({ name }) => (isSecretName(name) ? [name] : []));
  return {
    draft: { ...draft, endpoint: target, body: text, headers },
    dropped: [...new Set([...fromQuery, ...fromBody, ...fromHeaders])],
  };
}
