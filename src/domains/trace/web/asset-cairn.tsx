import { toneOfStatus } from '#domains/trace/contract/status-tones.ts';
import type { Asset } from '#domains/trace/contract.ts';
import { seedOf } from '#platform/contract/stone-shapes.ts';
import { StoneStack } from '#platform/web/ui/chart/stone-stack.tsx';
import { classNames } from '#platform/web/ui/tokens/class-names.ts';

export type AssetCairnProps = {
  asset: Pick<Asset, 'assetId' | 'eventCount' | 'currentStatus'>;
  width?: number;
  rows?: number;
  /** Whether a step failed verification. The top stone is then red and tilted; show the reason next to it. */
  broken?: boolean;
  className?: string;
};

/** In smaller drawings a vein would be less than a pixel wide, so the whole stone has the color. */
const VEIN_WIDTH_MIN = 40;

/**
 * Draws an asset's own cairn: a stone for each step, up to `rows`, with the color of the status through the newest one. The
 * shapes depend on the id alone, so an asset looks the same on every screen. Decorative: the status is shown next to it.
 */
export function AssetCairn({ asset, width = 28, rows = 4, broken = false, className }: AssetCairnProps) {
  const count = Math.max(1, asset.eventCount);
  const shown = Math.min(count, rows);
  const stones = Array.from({ length: shown }, (_, level) => ({
    id: count - shown + level,
    [width < VEIN_WIDTH_MIN ? 'tone' : 'vein']: level === shown - 1 ? toneOfStatus(asset.currentStatus) : undefined,
    ...(broken && level === shown - 1 ? ({ tone: 'red', fallen: true } as const) : {}),
  }));
  return (
    <StoneStack
      stones={stones}
      rows={rows}
      width={width}
      seed={seedOf(asset.assetId)}
      className={classNames('shrink-0', className)}
    />
  );
}
