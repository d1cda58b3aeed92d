import PDFDocument from 'pdfkit';
import { drawStones, type StonePicture } from './draw-stones.ts';
import { drawTable } from './draw-table.ts';
import { freeFinishedPages } from './free-pages.ts';
import {
  ACCENT,
  BAD,
  contentWidth,
  type Document,
  GOOD,
  heightOfText,
  INK,
  MARGIN,
  QUIET,
  RULE,
  SIZES,
  write,
} from './write-text.ts';

/** A square of dark (1) and light modules, row by row. */
export type QrMatrix = { readonly size: number; readonly modules: Uint8Array };

/** The content of a document, from top to bottom. */
export type PdfPart =
  | {
      readonly kind: 'letterhead';
      /** Shapes in a box of 32 × 32, from back to front. */
      readonly logo: readonly { readonly path: string; readonly fill: string }[];
      readonly name: string;
      readonly right: string;
    }
  | { readonly kind: 'title'; readonly text: string; readonly below?: string; readonly qr?: QrMatrix }
  /** Stones in a box 100 wide, with a caption beside them. */
  | ({ readonly kind: 'picture'; readonly caption: string } & StonePicture)
  /** The main statement of the document, with its basis. */
  | { readonly kind: 'verdict'; readonly text: string; readonly basis: string; readonly holds?: boolean }
  /** `widths` are shares of the page's width. A row that does not fit moves to the next page, below the head. */
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly widths: readonly number[];
      /** The first column of amounts: from it on, text is flush right. */
      readonly amountsFrom?: number;
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'heading'; readonly text: string; readonly newPage?: boolean }
  | { readonly kind: 'subheading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly { label: string; value: string; code?: boolean }[] }
  | { readonly kind: 'code'; readonly text: string };

export type PdfContent = {
  readonly title: string;
  /** The date of the document's subject. Used as its creation time, which would otherwise differ on every run. */
  readonly date: Date;
  /** Printed at the foot of each page, beside the page number. */
  readonly foot: string;
  readonly parts: readonly PdfPart[];
  readonly attachment?: { readonly name: string; readonly bytes: Uint8Array; readonly description: string };
};

const QR_WIDTH = 92;
const LABEL_WIDTH = 128;

/** Returns the bytes of an A4 document with its fonts embedded. The same content always has the same bytes. */
export async function renderPdf(content: PdfContent): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN + 16, left: MARGIN, right: MARGIN },
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: content.title, Creator: 'Cairn', CreationDate: content.date, ModDate: content.date },
  });
  freeFinishedPages(document);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.once('end', resolve);
    document.once('error', reject);
  });
  for (const part of content.parts) drawPart(document, part);
  drawFeet(document, content.foot);
  if (content.attachment !== undefined) {
    const { name, bytes, description } = content.attachment;
    document.file(Buffer.from(bytes), { name, description, creationDate: content.date, modifiedDate: content.date });
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawPart(document: Document, part: PdfPart): void {
  if (part.kind === 'letterhead') drawLetterhead(document, part);
  else if (part.kind === 'title') drawTitle(document, part);
  else if (part.kind === 'picture') drawStones(document, part, part.caption);
  else if (part.kind === 'verdict') drawVerdict(document, part);
  else if (part.kind === 'table') drawTable(document, part);
  else if (part.kind === 'heading') drawHeading(document, part);
  else if (part.kind === 'subheading') drawSubheading(document, part.text);
  else if (part.kind === 'paragraph') {
    write(document, part.text, { style: 'text', size: SIZES.body, color: INK });
    document.moveDown(0.6);
  } else if (part.kind === 'facts') {
    for (const row of part.rows) drawFact(document, row);
    document.moveDown(0.5);
  } else {
    write(document, part.text, { style: 'code', size: SIZES.code, color: INK });
    document.moveDown(0.8);
  }
}

const LOGO_WIDTH = 22;

function drawLetterhead(document: Document, { logo, name, right }: Extract<PdfPart, { kind: 'letterhead' }>): void {
  const top = document.y;
  document
    .save()
    .translate(MARGIN, top)
    .scale(LOGO_WIDTH / 32);
  for (const { path, fill } of logo) document.path(path).fill(fill);
  document.restore();
  document.y = top + 5;
  write(document, name, { style: 'strong', size: SIZES.heading, color: INK, x: MARGIN + LOGO_WIDTH + 8, width: 160 });
  document.y = top + 1;
  const width = contentWidth(document) / 2;
  write(document, right, { style: 'text', size: SIZES.foot, color: QUIET, x: MARGIN + width, width, align: 'right' });
  // A long address of the server takes more lines.
  document.y = Math.max(top + LOGO_WIDTH, document.y) + 10;
  document
    .moveTo(MARGIN, document.y)
    .lineTo(document.page.width - MARGIN, document.y)
    .lineWidth(1.2)
    .stroke(INK);
  document.x = MARGIN;
  document.y += 18;
}

function drawVerdict(document: Document, { text, basis, holds = true }: Extract<PdfPart, { kind: 'verdict' }>): void {
  const top = document.y;
  const color = holds ? GOOD : BAD;
  const x = MARGIN + 12;
  const width = contentWidth(document) - 12;
  write(document, text, { style: 'strong', size: SIZES.heading, color, x, width });
  write(document, basis, { style: 'text', size: SIZES.body, color: INK, x, width });
  document.rect(MARGIN, top, 3, document.y - top - 2).fill(color);
  document.x = MARGIN;
  document.moveDown(1);
}

function drawTitle(document: Document, { text, below, qr }: Extract<PdfPart, { kind: 'title' }>): void {
  const top = document.y;
  const width = contentWidth(document) - (qr === undefined ? 0 : QR_WIDTH + 20);
  write(document, text, { style: 'strong', size: SIZES.title, color: INK, width });
  if (below !== undefined) write(document, below, { style: 'text', size: SIZES.body, color: QUIET, width });
  if (qr !== undefined) {
    drawQr(document, qr, document.page.width - MARGIN - QR_WIDTH, top);
    document.y = Math.max(document.y, top + QR_WIDTH);
  }
  document.x = MARGIN;
  document.moveDown(0.8);
}

function drawHeading(document: Document, { text, newPage }: Extract<PdfPart, { kind: 'heading' }>): void {
  if (newPage === true || document.y > document.page.height - MARGIN * 3) document.addPage();
  document.moveDown(0.4);
  document
    .moveTo(MARGIN, document.y)
    .lineTo(document.page.width - MARGIN, document.y)
    .lineWidth(0.6)
    .stroke(RULE);
  document.moveDown(0.7);
  write(document, text, { style: 'strong', size: SIZES.heading, color: ACCENT });
  document.moveDown(0.4);
}

function drawSubheading(document: Document, text: string): void {
  if (document.y > document.page.height - MARGIN * 3) document.addPage();
  document.moveDown(0.5);
  write(document, text, { style: 'strong', size: SIZES.body, color: INK });
  document.moveDown(0.3);
}

function drawFact(document: Document, { label, value, code }: { label: string; value: string; code?: boolean }): void {
  const width = contentWidth(document) - LABEL_WIDTH;
  const style = code === true ? 'code' : 'text';
  const size = code === true ? SIZES.code + 0.5 : SIZES.body;
  // A row that breaks at the bottom of a page would separate the label from its value.
  const room = document.page.height - document.page.margins.bottom - document.y;
  if (Math.min(heightOfText(document, value, style, { size, width }), 60) > room) document.addPage();
  const top = document.y;
  write(document, label, { style: 'text', size: SIZES.body, color: QUIET, width: LABEL_WIDTH - 12 });
  const page = document.page;
  const labelEnd = document.y;
  document.y = top;
  write(document, value, { style, size, color: INK, x: MARGIN + LABEL_WIDTH, width });
  if (document.page === page) document.y = Math.max(document.y, labelEnd);
  document.x = MARGIN;
  document.moveDown(0.25);
}

function drawQr(document: Document, qr: QrMatrix, left: number, top: number): void {
  const module = QR_WIDTH / qr.size;
  for (let row = 0; row < qr.size; row++)
    for (let column = 0; column < qr.size; column++)
      if (qr.modules[row * qr.size + column] === 1)
        document.rect(left + column * module, top + row * module, module, module);
  document.fill(INK);
}

function drawFeet(document: Document, foot: string): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page);
    // Text below the margin would start a new page.
    document.page.margins.bottom = 0;
    document.y = document.page.height - MARGIN;
    write(document, foot, { style: 'text', size: SIZES.foot, color: QUIET, width: contentWidth(document) - 60 });
    document.y = document.page.height - MARGIN;
    write(document, `${page + 1} / ${count}`, {
      style: 'text',
      size: SIZES.foot,
      color: QUIET,
      x: document.page.width - MARGIN - 50,
      width: 50,
      align: 'right',
    });
  }
}
