import type { Block } from '#domains/ledger/contract.ts';
import { labelOf, summaryOf } from '../explorer/block-summary.ts';

export type GraphNode = {
  readonly id: string;
  readonly kind: 'block' | 'asset' | 'participant';
  readonly label: string;
  readonly detail: string;
  /** Set for a block. */
  readonly index?: number;
};
export type GraphEdge = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The relation in words. */
  readonly label: string;
  /** Whether this is a chain link whose hash does not match. */
  readonly broken: boolean;
  readonly kind: 'link' | 'relation';
};
export type Graph = { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] };

/** What actions and assets are called. */
export type GraphWords = {
  readonly wordsOf: (action: string) => string;
  readonly nameOf: (assetId: string) => string | undefined;
};

export const nodeIdOf = {
  block: (index: number) => `block:${index}`,
  asset: (id: string) => `asset:${id}`,
  participant: (name: string) => `participant:${name}`,
};

/**
 * Returns the blocks as a chain, with the asset and participant of every expanded block. An expanded asset or
 * participant is connected to all shown blocks that name it. `blocks` ascend; `open` has node ids.
 */
export function graphOf(blocks: readonly Block[], open: ReadonlySet<string>, { wordsOf, nameOf }: GraphWords): Graph {
  const nodes = new Map<string, GraphNode>();
  const edges: GraphEdge[] = [];
  for (const [at, block] of blocks.entries()) {
    const summary = summaryOf(block);
    const id = nodeIdOf.block(block.index);
    nodes.set(id, {
      id,
      kind: 'block',
      label: labelOf(block.index),
      detail: wordsOf(summary.action),
      index: block.index,
    });
    const before = blocks[at - 1];
    if (before?.index === block.index - 1) edges.push(linkOf(before, block));
  }
  for (const block of blocks) {
    for (const relation of relationsOf(block, nameOf)) {
      const from = nodeIdOf.block(block.index);
      const shown = open.has(from) || open.has(relation.id);
      if (!shown) continue;
      nodes.set(relation.id, relation);
      edges.push({
        id: `${from}-${relation.id}`,
        from,
        to: relation.id,
        label: relation.kind,
        broken: false,
        kind: 'relation',
      });
    }
  }
  return { nodes: [...nodes.values()], edges };
}

/** Returns the shown chain links below the selected block, back to the start. */
export function linksBelow(graph: Graph, selected: number | undefined): ReadonlySet<string> {
  const indexOf = new Map(graph.nodes.map((node) => [node.id, node.index]));
  const isBelow = (id: string) => selected !== undefined && (indexOf.get(id) ?? Number.POSITIVE_INFINITY) <= selected;
  return new Set(graph.edges.filter((edge) => edge.kind === 'link' && isBelow(edge.to)).map((edge) => edge.id));
}

/** Returns at most `count` blocks, those nearest to the selected one. */
export function nearest(blocks: readonly Block[], selected: number | undefined, count: number): readonly Block[] {
  const at = blocks.findIndex((block) => block.index === selected);
  const middle = at < 0 ? blocks.length - 1 : at;
  const start = Math.max(0, Math.min(middle - Math.floor(count / 2), blocks.length - count));
  return blocks.slice(start, start + count);
}

function linkOf(before: Block, block: Block): GraphEdge {
  const broken = block.prev_hash !== before.hash;
  return {
    id: `link:${block.index}`,
    from: nodeIdOf.block(before.index),
    to: nodeIdOf.block(block.index),
    label: broken ? 'the hash does not match' : 'links to',
    broken,
    kind: 'link',
  };
}

function relationsOf(block: Block, nameOf: GraphWords['nameOf']): GraphNode[] {
  const { assetId, participant } = summaryOf(block);
  const name = assetId === undefined ? undefined : nameOf(assetId);
  const isNamed = name !== undefined && name !== assetId;
  return [
    ...(assetId
      ? [
          {
            id: nodeIdOf.asset(assetId),
            kind: 'asset' as const,
            ...(isNamed ? { label: name, detail: assetId } : { label: assetId, detail: 'asset' }),
          },
        ]
      : []),
    ...(participant
      ? [
          {
            id: nodeIdOf.participant(participant),
            kind: 'participant' as const,
            label: participant,
            detail: 'participant',
          },
        ]
      : []),
  ];
}
