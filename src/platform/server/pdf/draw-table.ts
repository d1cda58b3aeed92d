import type { FontStyle } from './fonts.ts';
import { contentWidth, type Document, heightOfText, INK, MARGIN, QUIET, RULE, write } from './write-text.ts';

const SIZE = 8.5;
const GAP = 8;
const ROW_GAP = 4;

export type Table = {
  readonly head: readonly string[];
  /** Shares of the page's width. */
  readonly widths: readonly number[];
  /** The first column of amounts: from it on, text is flush right. */
  readonly amountsFrom?: number;
  readonly rows: readonly (readonly string[])[];
};

/** Draws a table whose head repeats on every page. A row is never split: one that does not fit moves to the next page. */
export function drawTable(document: Document, { head, widths, rows, amountsFrom = widths.length }: Table): void {
  const shares = widths.reduce((sum, width) => sum + width, 0);
  const columns = widths.map((width) => (width / shares) * contentWidth(document));
  const headHeight = heightOf(document, head, columns, QUIET);
  const drawHead = () => drawRow(document, head, { columns, amountsFrom, height: headHeight }, QUIET);
  const room = () => document.page.height - document.page.margins.bottom - document.y;
  const [first = []] = rows;
  // A head at the bottom of a page would be split, or separated from its rows.
  if (headHeight + heightOf(document, first, columns, INK) > room()) document.addPage();
  drawHead();
  for (const row of rows) {
    const height = heightOf(document, row, columns, INK);
    if (height > room()) {
      document.addPage();
      drawHead();
    }
    drawRow(document, row, { columns, amountsFrom, height }, INK);
  }
  document.x = MARGIN;
  document.moveDown(0.8);
}

function heightOf(document: Document, cells: readonly string[], columns: readonly number[], color: string): number {
  const heights = cells.map((cell, n) =>
    heightOfText(document, cell, styleOf(n, color), { size: SIZE, width: (columns[n] ?? 0) - GAP }),
  );
  return Math.max(0, ...heights) + ROW_GAP * 2;
}

/** The first cell of a row names it. */
const styleOf = (n: number, color: string): FontStyle => (n === 0 && color === INK ? 'strong' : 'text');

type Placing = { readonly columns: readonly number[]; readonly amountsFrom: number; readonly height: number };

function drawRow(
  document: Document,
  cells: readonly string[],
  { columns, amountsFrom, height }: Placing,
  color: string,
): void {
  const { page, y: top } = document;
  let x = MARGIN;
  let bottom = top + height;
  for (const [n, cell] of cells.entries()) {
    document.y = top + ROW_GAP;
    const isAmount = n >= amountsFrom;
    write(document, cell, {
      style: styleOf(n, color),
      size: SIZE,
      color,
      x: isAmount ? x + GAP : x,
      width: (columns[n] ?? 0) - GAP,
      align: isAmount ? 'right' : 'left',
    });
    x += columns[n] ?? 0;
    // Characters of another font may need more height than estimated.
    if (document.page === page) bottom = Math.max(bottom, document.y + ROW_GAP);
  }
  if (document.page === page) document.y = bottom;
  document
    .moveTo(MARGIN, document.y)
    .lineTo(document.page.width - MARGIN, document.y)
    .lineWidth(0.5)
    .stroke(RULE);
}
