import { type Document, MARGIN, QUIET, SIZES, write } from './write-text.ts';

/** Stones in a box 100 wide and `height` high. Each path is in a box of 100 × 30. */
export type StonePicture = {
  readonly height: number;
  readonly stones: readonly {
    readonly path: string;
    readonly fill: string;
    readonly vein: { readonly path: string; readonly stroke: string } | undefined;
    readonly x: number;
    readonly y: number;
    /** In degrees, around the center. */
    readonly tilt: number;
    readonly width: number;
    readonly height: number;
  }[];
};

const PICTURE_WIDTH = 54;

/** Draws stones at the current line, with a caption to the right. */
export function drawStones(document: Document, { stones, height }: StonePicture, caption: string): void {
  const top = document.y;
  const unit = PICTURE_WIDTH / 100;
  for (const { path, fill, vein, x, y, tilt, width, height: high } of stones) {
    document
      .save()
      .translate(MARGIN, top)
      .scale(unit)
      .translate(x, y)
      .rotate(tilt, { origin: [width / 2, high / 2] })
      .scale(width / 100, high / 30);
    document.path(path).fill(fill);
    if (vein !== undefined) {
      document.path(path).clip();
      document.path(vein.path).lineWidth(6).stroke(vein.stroke);
    }
    document.restore();
  }
  const end = top + height * unit;
  document.y = end - 14;
  write(document, caption, {
    style: 'text',
    size: SIZES.body,
    color: QUIET,
    x: MARGIN + PICTURE_WIDTH + 10,
    width: 300,
  });
  document.x = MARGIN;
  document.y = Math.max(document.y, end) + 8;
}
