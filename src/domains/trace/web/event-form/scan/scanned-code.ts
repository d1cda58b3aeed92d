/** The content of a scanned code: the asset's id, and its batch if the code has one. */
export type ScannedCode = { readonly assetId: string; readonly batch?: string };

/**
 * Parses a scanned text. A link to an asset's page here yields that asset. A GS1 Digital Link is itself the id,
 * without its query, and may have a batch (AI 10). JSON with an `asset_id` yields that. Other text is the id.
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
  if (url.origin === origin && page) return { assetId: decodeURIComponent(page) };
  // GS1 Digital Link: pairs of application identifier and value. 01 is the GTIN, 10 the batch.
  if (!/\/(01|00|414|8003|8004|253)\/[^/]+/.test(url.pathname)) return undefined;
  const batch = /\/10\/([^/]+)/.exec(url.pathname)?.[1];
  const assetId = `${url.origin}${url.pathname}`.replace(/\/$/, '');
  return batch ? { assetId, batch: decodeURIComponent(batch) } : { assetId };
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
