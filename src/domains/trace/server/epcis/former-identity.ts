import { hash } from 'node:crypto';
import { present } from '#platform/contract/present.ts';
import { isMap, type JsonMap } from './check-shape.ts';
import { contentIdentity } from './content-identity.ts';
import type { DocumentEvent } from './validate-document.ts';

/** Identities by which earlier versions recognized a block: SHA-256, 32 bytes. */
export type FormerIdentities = {
  /** Distinguished each spelling of a web address. */
  readonly spelled: Buffer;
  /** Equated events that differ. */
  readonly byHash: Buffer;
};

/**
 * Returns a function that computes the former identities of an event's block about an object, by the name in the event.
 * @param first the object of the first block at that time
 */
export function formerIdentities({ event, context }: DocumentEvent, eventHash: string, first: string | undefined) {
  const spelled = contentIdentity(event, context, 'as spelled');
  const byHash = identityByHash(event, eventHash);
  return (object: string | undefined): FormerIdentities =>
    object === undefined || object === first
      ? { spelled, byHash }
      : { spelled: derivedIdentity(spelled, object), byHash: derivedIdentity(byHash, object) };
}

/** Returns the identity of a block about a further object of an event. */
export const derivedIdentity = (root: Buffer, object: string): Buffer =>
  hash('sha256', `${root.toString('hex')}\n${object}`, 'buffer');

/**
 * Returns the identity that imports gave an event while it was the event hash. An error declaration has the hash of its
 * event, so its time was added.
 */
function identityByHash(event: JsonMap, eventHash: string): Buffer {
  const [, digest] = /^ni:\/\/\/sha-256;([0-9a-f]{64})/.exec(eventHash) ?? [];
  const hex = present(digest, 'an event hash contains a SHA-256 digest');
  const declaration = event['errorDeclaration'];
  if (!isMap(declaration)) return Buffer.from(hex, 'hex');
  const declaredAt = new Date(String(declaration['declarationTime'])).toISOString();
  return hash('sha256', `errorDeclaration\n${hex}\n${declaredAt}`, 'buffer');
}
