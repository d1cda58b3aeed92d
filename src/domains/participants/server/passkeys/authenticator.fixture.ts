import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { JsonObject } from '#platform/contract/scalars.ts';

export const ORIGIN = 'https://cairn.example.org';
const RP_ID = 'cairn.example.org';

type Change = {
  readonly origin?: string;
  readonly rpId?: string;
  /** False: the device did not verify its user. */
  readonly verifiesUser?: boolean;
  readonly signCount?: number;
};

/** A passkey in software, which signs like a browser and its authenticator, or with one field changed. */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let count = 0;

  return {
    create(options: JsonObject, change: Change = {}): JsonObject {
      const authData = Buffer.concat([dataOf(change, 0, ATTESTED), describeKey(id, publicKey)]);
      const clientDataJSON = clientData('webauthn.create', options, change);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return credential(id, {
        clientDataJSON: clientDataJSON.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      });
    },
    sign(options: JsonObject, change: Change = {}): JsonObject {
      count += 1;
      const authData = dataOf(change, change.signCount ?? count, 0);
      const clientDataJSON = clientData('webauthn.get', options, change);
      const signed = Buffer.concat([authData, createHash('sha256').update(clientDataJSON).digest()]);
      return credential(id, {
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      });
    },
  };
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const ATTESTED = 64;

function dataOf({ rpId = RP_ID, verifiesUser = true }: Change, signCount: number, flags: number): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags | USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0));
  tail.writeUInt32BE(signCount, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
}

const clientData = (type: string, options: JsonObject, { origin = ORIGIN }: Change) =>
  Buffer.from(JSON.stringify({ type, challenge: options['challenge'], origin, crossOrigin: false }));

const credential = (id: Buffer, response: JsonObject): JsonObject => ({
  id: id.toString('base64url'),
  rawId: id.toString('base64url'),
  type: 'public-key',
  clientExtensionResults: {},
  response,
});

/** Returns the attested credential data: no AAGUID, the id, and the COSE key (ES256 on P-256). */
function describeKey(id: Buffer, key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const cose = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(cose)]);
}

/** Encodes small integers, text, bytes and maps as CBOR (RFC 8949). */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, of]) => [cbor(key), cbor(of)])]);
  throw new Error('Not a value that this fixture encodes');
}

function head(major: number, length: number): Buffer {
  const type = major << 5;
  if (length < 24) return Buffer.from([type | length]);
  return length < 256 ? Buffer.from([type | 24, length]) : Buffer.from([type | 25, length >> 8, length & 255]);
}
