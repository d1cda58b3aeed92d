import { fromDigitalLink, lotInLink } from '#domains/participants/contract.ts';

/** The content of a scanned code: the asset's id, and its batch if the code has one. */
export type ScannedCode = { readonly assetId: string; readonly batch?: string };

/**
 * Parses a scanned text. A link to an asset's page here yields that asset. A web address that certainly has a GS1 key is
 * the id without its query, and may have a batch (AI 10). JSON with an `asset_id` yields that. Other text is the id,
 * and so is any other address with its query, which may be all that distinguishes two objects.
 */
export function readScannedCode(text: string, origin: string): ScannedCode | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return readLink(trimmed, origin) ?? readJson(trimmed) ?? { assetId: trimmed };
}

function readLink(text: string, origin: string): ScannedCode | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const page = /^\/assets\/([^/]+)\/?$/.exec(url.pathname)?.[1];
  const shown = url.origin === origin && page !== undefined ? decode(page) : undefined;
  if (shown !== undefined) return { assetId: shown };
  if (fromDigitalLink(url.href, 'certain') === undefined) return undefined;
  const batch = lotInLink(url.href);
  const assetId = `${url.origin}${url.pathname}`.replace(/\/$/, '');
  return batch === undefined ? { assetId } : { assetId, batch };
}

/** Decodes a part of a path, unless its percent-encoding is malformed. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function readJson(text: string): ScannedCode | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { asset_id: snake, assetId: camel } = value as Record<string, unknown>;
    const assetId = typeof snake === 'string' ? snake : camel;
    return typeof assetId === 'string' && assetId.trim() !== '' ? { assetId: assetId.trim() } : undefined;
  } catch {
    return undefined;
  }
}
