import { z } from 'zod';

const storageKey = 'asset-names';
/** The most recently read names that a device stores, about 20 kB. */
const namesMax = 300;

const Names = z.array(z.tuple([z.string(), z.string()]));

/** Stores the names of assets that this device has read, so that it can name them without a connection. */
export function rememberAssetNames(assets: readonly { readonly assetId: string; readonly name: string }[]): void {
  const named = assets.filter(({ assetId, name }) => name !== '' && name !== assetId);
  if (named.length === 0) return;
  const names = new Map(read());
  for (const { assetId, name } of named) {
    // Inserted again, as the most recent.
    names.delete(assetId);
    names.set(assetId, name);
  }
  try {
    localStorage.setItem(storageKey, JSON.stringify([...names].slice(-namesMax)));
  } catch {
    // Without storage, assets are shown by their ID.
  }
}

/** Returns the name of an asset if this device has read it. */
export function rememberedAssetName(assetId: string): string | undefined {
  return new Map(read()).get(assetId);
}

function read(): [string, string][] {
  try {
    return Names.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}
