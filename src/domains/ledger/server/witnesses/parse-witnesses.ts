import { formatVerifierKey, ProofError, parseVerifierKey, type VerifierKey } from '@cairn/ledger-proof';
import { present } from '#platform/contract/present.ts';

/** Whom this ledger asks to cosign its checkpoints. */
export type Witness = {
  readonly key: VerifierKey;
  /** The key as a C2SP vkey, which is also the witness's identity here. */
  readonly vkey: string;
  /** The submission prefix, without a trailing slash. */
  readonly url: string;
};

/** A note carries at most a hundred signatures; nobody needs more witnesses than this. */
const WITNESSES_MAX = 20;

/**
 * Reads the list of witnesses: for each its vkey and its URL, all separated by blanks or new lines. Throws one error that
 * names everything that is wrong in it, with what would be right.
 */
export function parseWitnesses(text: string | undefined): Witness[] {
  const words = (text ?? '').split(/\s+/).filter((word) => word !== '');
  const problems: string[] = [];
  const witnesses: Witness[] = [];
  if (words.length % 2 !== 0) problems.push('it has to name a vkey and a URL for each witness, in turn');
  else
    for (let at = 0; at < words.length; at += 2) {
      const key = parseKey(present(words[at], 'words come in pairs'), problems);
      const url = parseUrl(present(words[at + 1], 'words come in pairs'), problems);
      if (key !== undefined && url !== undefined) witnesses.push({ key, vkey: formatVerifierKey(key), url });
    }
  const keys = witnesses.map(({ key }) => Buffer.from(key.publicKey).toString('hex'));
  if (new Set(keys).size < keys.length) problems.push('it names the same key twice: one witness counts once');
  if (witnesses.length > WITNESSES_MAX) problems.push(`it names more than ${WITNESSES_MAX} witnesses`);
  if (problems.length > 0) throw new Error(`CAIRN_WITNESSES cannot be used:\n  ${problems.join('\n  ')}`);
  return witnesses;
}

function parseKey(text: string, problems: string[]): VerifierKey | undefined {
  try {
    const key = parseVerifierKey(text);
    if (key.type === 'cosignature/v1') return key;
    problems.push(`${text} is the key of a log: a witness signs with a cosigner’s key, whose base64 begins with “B”`);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    problems.push(`${text} is no vkey: ${error.message}`);
  }
  return undefined;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** What is sent is public, what comes back is verified; https keeps others from silencing a witness unseen. */
function parseUrl(text: string, problems: string[]): string | undefined {
  if (!URL.canParse(text)) {
    problems.push(`${text} is no URL: it has to look like https://witness.example.org`);
    return undefined;
  }
  const url = new URL(text);
  const allowed = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!allowed) problems.push(`${text} has to be https (http is for this machine alone)`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    problems.push(`${url.origin} has to come without user, query and fragment`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
