import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, GitCompareArrows } from 'lucide-react';
import type { Block } from '#domains/ledger/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { CopyButton } from '#platform/web/ui/action/copy-button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import { JsonViewer } from '#platform/web/ui/value/json-viewer.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { AssetLink } from '../asset-link.tsx';
import { BlockProof } from '../proof/block-proof.tsx';
import { correctionsQuery } from '../queries.ts';
import { summaryOf } from './block-summary.ts';
import { CorrectedBy } from './corrected-by.tsx';
import type { useChainWalk } from './use-chain-walk.ts';

export type BlockDetailsProps = {
  walk: ReturnType<typeof useChainWalk>;
  wordsOf: (action: string) => string;
  /** Described in words, or as API JSON. */
  tab: 'words' | 'raw';
  onTab: (tab: 'words' | 'raw') => void;
  onCompare: (beside: string) => void;
  /** False in a sheet, whose title already names the block. */
  framed: boolean;
};

/** One block: its content, its link to the previous block, and its proof. */
export function BlockDetails({ walk, wordsOf, tab, onTab, onCompare, framed }: BlockDetailsProps) {
  const { block } = walk;
  if (walk.unreadable || walk.missing) return <NoSuchBlock walk={walk} />;
  if (!block) {
    return (
      <Card title="Block" className="max-lg:min-h-dvh">
        <SkeletonText lines={8} />
      </Card>
    );
  }
  const actions = <BlockActions walk={walk} block={block} onCompare={onCompare} />;
  const content = (
    <Tabs
      label="The block"
      value={tab}
      onValueChange={(value) => onTab(value === 'raw' ? 'raw' : 'words')}
      tabs={[
        {
          value: 'words',
          label: 'In words',
          content: <InWords block={block} wordsOf={wordsOf} nameOf={walk.nameOf} />,
        },
        { value: 'raw', label: 'Raw JSON', content: <JsonViewer label="Block" value={block} /> },
      ]}
    />
  );
  return framed ? (
    <Card title={titleOf(block)} action={<span className="-mt-1.5 -mr-2 flex">{actions}</span>}>
      {content}
    </Card>
  ) : (
    <>
      <div className="-mt-2 mb-2 -ml-2 flex">{actions}</div>
      {content}
    </>
  );
}

export const titleOf = (block: Block) => (block.index === 0 ? 'Genesis Block' : `Block ${formatCount(block.index)}`);

type BlockActionsProps = Pick<BlockDetailsProps, 'walk' | 'onCompare'> & { block: Block };

function BlockActions({ walk: { length, select, waiting }, block, onCompare }: BlockActionsProps) {
  return (
    <>
      <CopyButton what="permalink" text={`${window.location.origin}/blockchain?block=${block.hash}`} />
      <IconButton
        label="Compare with another block"
        size="small"
        onClick={() => onCompare(String(block.index === 0 ? 1 : block.index - 1))}
      >
        <GitCompareArrows aria-hidden="true" size={15} />
      </IconButton>
      <IconButton
        label="Previous block"
        size="small"
        disabled={block.index === 0}
        onClick={() => select(block.index - 1)}
      >
        <ChevronLeft aria-hidden="true" size={16} />
      </IconButton>
      <IconButton
        label="Next block"
        size="small"
        disabled={length !== undefined && block.index >= length - 1 && waiting === 0}
        onClick={() => select(block.index + 1)}
      >
        <ChevronRight aria-hidden="true" size={16} />
      </IconButton>
    </>
  );
}

type Words = Pick<BlockDetailsProps, 'wordsOf'> & Pick<BlockDetailsProps['walk'], 'nameOf'>;

function InWords({ block, ...words }: { block: Block } & Words) {
  const { data: correctedBy } = useQuery(correctionsQuery(block.index, block.index));
  return (
    <div className="flex flex-col gap-5">
      <CorrectedBy index={correctedBy?.get(block.index)} />
      <KeyValueList items={factsOf(block, words)} />
      <BlockProof claim={{ index: block.index, hash: block.hash }} />
      <JsonViewer label="Data" value={block.data} />
    </div>
  );
}

function factsOf(block: Block, { wordsOf, nameOf }: Words) {
  const { action, assetId, participant, recordedBy } = summaryOf(block);
  return [
    {
      label: 'Index',
      hint: 'Its position in the chain, counted from 0 without gaps.',
      value: <span className="tabular">{formatCount(block.index)}</span>,
    },
    {
      label: 'Recorded',
      hint: 'When it was added to the ledger. The event itself may have happened earlier; its data has that time.',
      value: <Time at={block.timestamp} />,
    },
    { label: 'Action', value: wordsOf(action) },
    ...(participant
      ? [{ label: 'Participant', value: recordedBy ? `${participant}, recorded by ${recordedBy}` : participant }]
      : []),
    ...(assetId ? [{ label: 'Asset', value: <AssetLink id={assetId} name={nameOf(assetId)} /> }] : []),
    {
      label: 'Previous hash',
      hint: 'The hash of the previous block. It links the two: change one character there and this no longer matches.',
      value: <Hash value={block.prev_hash} label="Previous hash" />,
    },
    {
      label: 'Hash',
      hint: "SHA-256 of everything in this block. It is also the block's leaf in the Merkle tree that checkpoints sign.",
      value: <Hash value={block.hash} />,
    },
  ];
}

function NoSuchBlock({ walk }: { walk: ReturnType<typeof useChainWalk> }) {
  const last = (walk.length ?? 1) - 1;
  return (
    <Card title="Block">
      <EmptyState
        title={walk.unreadable ? 'Not a valid block' : 'Block not found'}
        description={
          walk.unreadable
            ? 'Enter an index (a whole number) or a hash (64 hex digits).'
            : `The chain has blocks 0 to ${formatCount(last)}. None has this index or hash.`
        }
        action={
          <button type="button" onClick={walk.showNewest} className="font-medium text-accent-ink hover:underline">
            Show the newest block
          </button>
        }
      />
    </Card>
  );
}
