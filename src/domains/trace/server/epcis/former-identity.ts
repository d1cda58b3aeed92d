import { hash } from 'node:crypto';
import { present } from '#platform/contract/present.ts';
import { isMap, type JsonMap } from './check-shape.ts';

/**
 * Returns the identity that imports gave an event while it was the event hash. An error declaration has the hash of its
 * event, so its time was added.
 */
export function formerIdentity(event: JsonMap, eventHash: string): Buffer {
  const [, digest] = /^ni:\/\/\/sha-256;([0-9a-f]{64})/.exec(eventHash) ?? [];
  const hex = present(digest, 'an event hash contains a SHA-256 digest');
  const declaration = event['errorDeclaration'];
  if (!isMap(declaration)) return Buffer.from(hex, 'hex');
  const declaredAt = new Date(String(declaration['declarationTime'])).toISOString();
  return hash('sha256', `errorDeclaration\n${hex}\n${declaredAt}`, 'buffer');
}
