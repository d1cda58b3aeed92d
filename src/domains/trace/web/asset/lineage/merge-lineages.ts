import type { LineageEdge, LineageNode } from '#domains/trace/contract.ts';

export type Lineage = {
  readonly nodes: readonly LineageNode[];
  readonly edges: readonly LineageEdge[];
  readonly cut: boolean;
};

/** Merges both directions: each asset once at its nearest depth, each link once. */
export function mergeLineages(lineages: readonly Lineage[]): Lineage {
  const nodes = new Map<string, LineageNode>();
  const edges = new Map<string, LineageEdge>();
  for (const lineage of lineages) {
    for (const node of lineage.nodes) {
      const known = nodes.get(node.assetId);
      if (known === undefined || node.depth < known.depth) nodes.set(node.assetId, node);
    }
    for (const edge of lineage.edges) edges.set(`${edge.blockIndex} ${edge.from}\n${edge.to}`, edge);
  }
  return {
    nodes: [...nodes.values()].sort((a, b) => a.depth - b.depth),
    edges: [...edges.values()],
    cut: lineages.some((lineage) => lineage.cut),
  };
}
