import { isIP } from 'node:net';
import { passkeysUnavailable } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';

/** The site for which passkeys are created and accepted. */
export type Site = { readonly origin: string; readonly rpId: string };

export type RelyingParty = {
  /** Sets the address that users open, known once the server listens. */
  servedAt(url: string): void;
  /** @throws AppError `participants.passkeys_unavailable` */
  site(): Site;
};

/** Stores the site. Without a public URL, it is unknown until the server listens. */
export function createRelyingParty(publicUrl: string | undefined): RelyingParty {
  let site = publicUrl === undefined ? undefined : siteOf(publicUrl);
  return {
    servedAt(url) {
      site = siteOf(url);
    },
    site() {
      if (site === undefined)
        throw new AppError(passkeysUnavailable, 'Passkeys need https and a host name, or localhost.', {
          hint: 'Ask the operator to set CAIRN_PUBLIC_URL.',
        });
      return site;
    },
  };
}

/** Returns the site of a URL, or undefined where WebAuthn works in no browser: an IP address, or plain http. */
export function siteOf(url: string): Site | undefined {
  const { origin, hostname, protocol } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return undefined;
  return protocol === 'https:' || isLocal ? { origin, rpId: hostname } : undefined;
}
