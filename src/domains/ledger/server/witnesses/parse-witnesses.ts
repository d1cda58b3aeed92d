import { formatVerifierKey, ProofError, parseVerifierKey, type VerifierKey } from '@cairn/ledger-proof';
import { present } from '#platform/contract/present.ts';

/** A witness that this ledger asks to cosign its checkpoints. */
export type Witness = {
  readonly key: VerifierKey;
  /** The key as a C2SP vkey, which is also the witness's identity here. */
  readonly vkey: string;
  /** The submission prefix, without a trailing slash. */
  readonly url: string;
};

/** A note carries at most a hundred signatures, and no ledger needs more witnesses than this. */
const WITNESSES_MAX = 20;

/**
 * Parses the list of witnesses: a vkey and a URL for each, separated by whitespace. Throws one error that lists every
 * problem and the expected form.
 */
export function parseWitnesses(text: string | undefined): Witness[] {
  const words = (text ?? '').split(/\s+/).filter((word) => word !== '');
  const problems: string[] = [];
  const witnesses: Witness[] = [];
  if (words.length % 2 !== 0) problems.push('it must list a vkey and a URL for each witness, in turn');
  else
    for (let at = 0; at < words.length; at += 2) {
      const key = parseKey(present(words[at], 'words come in pairs'), problems);
      const url = parseUrl(present(words[at + 1], 'words come in pairs'), problems);
      if (key !== undefined && url !== undefined) witnesses.push({ key, vkey: formatVerifierKey(key), url });
    }
  const keys = witnesses.map(({ key }) => Buffer.from(key.publicKey).toString('hex'));
  if (new Set(keys).size < keys.length) problems.push('it lists the same key twice; each witness counts once');
  if (witnesses.length > WITNESSES_MAX) problems.push(`it lists more than ${WITNESSES_MAX} witnesses`);
  if (problems.length > 0) throw new Error(`CAIRN_WITNESSES is invalid:\n  ${problems.join('\n  ')}`);
  return witnesses;
}

function parseKey(text: string, problems: string[]): VerifierKey | undefined {
  try {
    const key = parseVerifierKey(text);
    if (key.type === 'cosignature/v1') return key;
    problems.push(`${text} is the key of a log; a witness has a cosigner’s key, whose base64 starts with “B”`);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    problems.push(`${text} is not a vkey: ${error.message}`);
  }
  return undefined;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Requires https except on loopback. The data is public and responses are verified, but https prevents an undetected
 * block of a witness.
 */
function parseUrl(text: string, problems: string[]): string | undefined {
  if (!URL.canParse(text)) {
    problems.push(`${text} is not a URL; expected one like https://witness.example.org`);
    return undefined;
  }
  const url = new URL(text);
  const allowed = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!allowed) problems.push(`${text} must be https (http is allowed only for this machine)`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    problems.push(`${url.origin} must not have a user, query or fragment`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
