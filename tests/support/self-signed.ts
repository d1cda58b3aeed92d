import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and its certificate, as PEM. */
export type SelfSigned = { readonly key: string; readonly cert: string };

/** Returns an Ed25519 certificate for one host name, signed by its own key (RFC 5280, RFC 8410). */
export function makeSelfSigned(hostName: string): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(hostName)))));
  const toBeSigned = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ED25519,
    name,
    sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z'))),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(sequence(SUBJECT_ALTERNATIVE_NAME, der(0x04, sequence(der(0x82, Buffer.from(hostName))))))),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign(null, toBeSigned, privateKey)]));
  const certificate = sequence(toBeSigned, ED25519, signature).toString('base64');
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replaceAll(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** Encodes one value in DER. */
function der(tag: number, content: Uint8Array | number[]): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), Buffer.from(content)]);
}

const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, Buffer.concat(parts));

const ED25519 = sequence(der(0x06, [0x2b, 0x65, 0x70]));
const COMMON_NAME = der(0x06, [0x55, 0x04, 0x03]);
const SUBJECT_ALTERNATIVE_NAME = der(0x06, [0x55, 0x1d, 0x11]);
