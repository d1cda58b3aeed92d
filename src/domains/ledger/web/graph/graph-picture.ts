import type { Block } from '#domains/ledger/contract.ts';
import { nodeHeight, nodeWidth } from './graph-layout.ts';
import type { Graph } from './graph-model.ts';

/** Colors of a picture as CSS values. A picture is standalone, so it cannot use the page's. */
export type PictureColours = {
  readonly page: string;
  readonly surface: string;
  readonly line: string;
  readonly ink: string;
  readonly muted: string;
  readonly accent: string;
  readonly danger: string;
};

const margin = 24;

/** Returns the graph as a standalone SVG document without external references. All text is escaped. */
export function pictureOf(
  graph: Graph,
  places: ReadonlyMap<string, { x: number; y: number }>,
  colours: PictureColours,
): { svg: string; width: number; height: number } {
  const all = [...places.values()];
  const left = Math.min(...all.map(({ x }) => x)) - margin;
  const top = Math.min(...all.map(({ y }) => y)) - margin;
  const width = Math.ceil(Math.max(...all.map(({ x }) => x)) + nodeWidth + margin - left);
  const height = Math.ceil(Math.max(...all.map(({ y }) => y)) + nodeHeight + margin - top);
  const at = (id: string) => {
    const place = places.get(id) ?? { x: left, y: top };
    return { x: place.x - left, y: place.y - top };
  };
  const edges = graph.edges.map((edge) => {
    const from = at(edge.from);
    const to = at(edge.to);
    const stroke = edge.broken ? colours.danger : colours.muted;
    const dashes = edge.kind === 'relation' ? ' stroke-dasharray="4 3"' : '';
    return `<line x1="${from.x + nodeWidth / 2}" y1="${from.y}" x2="${to.x + nodeWidth / 2}" y2="${to.y + nodeHeight}" stroke="${stroke}" stroke-width="${edge.kind === 'link' ? 2 : 1}"${dashes}/>`;
  });
  const nodes = graph.nodes.map((node) => {
    const { x, y } = at(node.id);
    const radius = node.kind === 'asset' ? 6 : nodeHeight / 2;
    const outline = node.kind === 'block' ? colours.accent : colours.line;
    const dashes = node.kind === 'participant' ? ' stroke-dasharray="4 3"' : '';
    return [
      `<rect x="${x}" y="${y}" width="${nodeWidth}" height="${nodeHeight}" rx="${radius}" fill="${colours.surface}" stroke="${outline}"${dashes}/>`,
      `<text x="${x + nodeWidth / 2}" y="${y + 20}" fill="${colours.ink}" font-size="13" font-weight="600">${asXmlText(cut(node.label))}</text>`,
      `<text x="${x + nodeWidth / 2}" y="${y + 36}" fill="${colours.muted}" font-size="12">${asXmlText(cut(node.detail))}</text>`,
    ].join('');
  });
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter, system-ui, sans-serif" text-anchor="middle">`,
    `<rect width="${width}" height="${height}" fill="${colours.page}"/>`,
    ...edges,
    ...nodes,
    '</svg>',
  ].join('\n');
  return { svg, width, height };
}

/** Returns the graph as JSON: its nodes and edges, and their blocks. */
export const graphAsJson = (graph: Graph, blocks: readonly Block[]): string =>
  `${JSON.stringify({ ...graph, blocks }, null, 2)}\n`;

/** Truncates text to the width of a node. */
const cut = (text: string) => (text.length > 17 ? `${text.slice(0, 16)}…` : text);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes names, which come from users of the ledger, and replaces control characters, which XML 1.0 forbids. */
const asXmlText = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this replaces control characters
  text.replaceAll(/[\u0000-\u001f\u007f]/g, ' ').replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');
