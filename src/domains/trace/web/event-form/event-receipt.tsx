import { BlockLink, BlockProof } from '#domains/ledger/web/index.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { Hash } from '#platform/web/ui/hash.tsx';

/** The block of what was just recorded, with its proof. */
export function EventReceipt({ block }: { block: { index: number; hash: string } }) {
  return (
    <Card title={`Recorded in block #${block.index}`} action={<BlockLink index={block.index} words="Show the block" />}>
      <div className="flex flex-col gap-3">
        <Hash value={block.hash} />
        <BlockProof key={block.index} claim={{ index: block.index, hash: block.hash }} />
      </div>
    </Card>
  );
}
