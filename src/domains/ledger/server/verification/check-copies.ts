import type { BlockRow } from './copy-rows.ts';

export type WrongCopy = 'action' | 'asset id' | 'participant' | 'content';

/**
 * Returns the name of the index copy that disagrees with the content, or `content` if that is not a JSON object;
 * undefined if all agree.
 */
export function wrongCopy(row: BlockRow): WrongCopy | undefined {
  const data = parseObject(row.data.toString());
  if (data === undefined) return 'content';
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
  if (textOf(data['action']) !== row.action.toString()) return 'action';
  if (textOf(data['asset_id']) !== row.assetId?.toString()) return 'asset id';
  if (textOf(data['user']) !== row.participant?.toString()) return 'participant';
  return undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
