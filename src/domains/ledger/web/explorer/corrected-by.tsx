import { BlockLink } from '../block-link.tsx';

/** Names the block that corrects another one, and links to it. Renders nothing for a block that counts. */
export function CorrectedBy({ index }: { index: number | undefined }) {
  if (index === undefined) return null;
  return (
    <span className="text-13 text-muted">
      Corrected by block <BlockLink index={index} />
    </span>
  );
}
