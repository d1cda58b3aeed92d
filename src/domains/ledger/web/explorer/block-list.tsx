import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Block, domainOfAction, readChain } from '#domains/ledger/contract.ts';
import { requestUrl } from '#platform/web/request-url.ts';
import { shortHash } from '#platform/web/shorten.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { AssetLink } from '../asset-link.tsx';
import { linkClass } from '../block-link.tsx';
import { correctionsQuery, windowSize } from '../queries.ts';
import { labelOf, summaryOf } from './block-summary.ts';
import { CorrectedBy } from './corrected-by.tsx';

export type BlockListProps = {
  blocks: readonly Block[] | undefined;
  selected: number | undefined;
  onSelect: (index: number) => void;
  toneOf: (action: string) => Tone;
  wordsOf: (action: string) => string;
  /** The name of an asset. */
  nameOf: (assetId: string) => string | undefined;
};

const rowKey = (block: Block) => String(block.index);

/** The window's blocks, newest first. */
export function BlockList({ blocks, selected, onSelect, ...words }: BlockListProps) {
  const [from, to] = [blocks?.[0]?.index, blocks?.at(-1)?.index];
  const known = from !== undefined && to !== undefined;
  const { data: correctedBy } = useQuery({ ...correctionsQuery(from ?? 0, to ?? 0), enabled: known });
  const { toneOf, wordsOf, nameOf } = words;
  const columns = useMemo(
    () => columnsWith({ toneOf, wordsOf, nameOf }, correctedBy),
    [toneOf, wordsOf, nameOf, correctedBy],
  );
  const rows = useMemo(() => blocks?.toReversed(), [blocks]);
  return (
    <DataTable
      name="Blocks"
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      skeletonRows={windowSize}
      selectedKey={selected === undefined ? undefined : String(selected)}
      onOpen={(block) => onSelect(block.index)}
      toolbar={<BlockListTitle blocks={blocks} />}
      empty={null}
    />
  );
}

/** The title of the list, with a link to the same blocks as JSON. */
function BlockListTitle({ blocks }: { blocks: readonly Block[] | undefined }) {
  const last = blocks?.at(-1);
  return (
    <>
      <h2 className="text-14 font-semibold text-ink">Blocks</h2>
      {last === undefined ? null : (
        <a
          href={requestUrl(readChain.path, {}, { before: last.index + 1, limit: blocks?.length })}
          className={`${linkClass} ml-auto text-13`}
        >
          JSON
        </a>
      )}
    </>
  );
}

function columnsWith(
  { toneOf, wordsOf, nameOf }: Pick<BlockListProps, 'toneOf' | 'wordsOf' | 'nameOf'>,
  correctedBy: ReadonlyMap<number, number> = new Map(),
): readonly Column<Block>[] {
  return [
    {
      id: 'index',
      header: 'Block',
      cell: (block) => <span className="font-medium">{labelOf(block.index)}</span>,
      text: (block) => block.index,
      hideable: false,
      phone: 'title',
    },
    {
      id: 'action',
      header: 'Action',
      cell: (block) => (
        <span className="flex flex-wrap items-center gap-x-1.5">
          <Badge tone={toneOf(summaryOf(block).action)}>
            <span className={correctedBy.has(block.index) ? 'line-through' : ''}>
              {wordsOf(summaryOf(block).action)}
            </span>
          </Badge>
          <CorrectedBy index={correctedBy.get(block.index)} />
        </span>
      ),
      text: (block) => summaryOf(block).action,
      phone: 'mark',
    },
    {
      id: 'asset',
      header: 'Asset',
      cell: (block) => {
        const { assetId } = summaryOf(block);
        return assetId === undefined ? undefined : <AssetLink id={assetId} name={nameOf(assetId)} />;
      },
      absent: 'none',
      wraps: true,
      text: (block) => {
        const { assetId = '' } = summaryOf(block);
        return nameOf(assetId) ?? assetId;
      },
      phone: 'value',
    },
    {
      id: 'assetId',
      header: 'Asset ID',
      cell: (block) => summaryOf(block).assetId,
      text: (block) => summaryOf(block).assetId ?? '',
      phone: 'none',
      hiddenAtFirst: true,
    },
    {
      id: 'participant',
      header: 'Participant',
      cell: (block) => summaryOf(block).participant,
      // The same name as in the audit trail.
      absent: (block) => domainOfAction(summaryOf(block).action),
      text: (block) => summaryOf(block).participant ?? '',
      phone: 'value',
    },
    {
      id: 'corrected',
      header: 'Corrected by',
      cell: (block) => correctedBy.get(block.index) ?? '',
      text: (block) => correctedBy.get(block.index) ?? '',
      phone: 'none',
      hiddenAtFirst: true,
    },
    {
      id: 'recorded',
      header: 'Recorded',
      cell: (block) => <Time at={block.timestamp} />,
      text: (block) => new Date(block.timestamp * 1000).toISOString(),
      phone: 'value',
    },
    {
      id: 'hash',
      header: 'Hash',
      cell: (block) => <code className="text-12 text-muted">{shortHash(block.hash)}</code>,
      text: (block) => block.hash,
      phone: 'none',
      hiddenAtFirst: true,
    },
  ];
}
