import PDFDocument from 'pdfkit';
import { type FontStyle, fontOf, readFont, splitRuns } from './fonts.ts';

/** A square of dark (1) and light modules, row by row. */
export type QrMatrix = { readonly size: number; readonly modules: Uint8Array };

/** The content of a document, from top to bottom. */
export type PdfPart =
  | { readonly kind: 'title'; readonly text: string; readonly below?: string; readonly qr?: QrMatrix }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly { label: string; value: string; code?: boolean }[] }
  | { readonly kind: 'code'; readonly text: string };

export type PdfContent = {
  readonly title: string;
  /** The time that the document is about. Used as its creation time, which would otherwise differ on every run. */
  readonly date: Date;
  /** Printed at the foot of each page, beside the page number. */
  readonly foot: string;
  readonly parts: readonly PdfPart[];
  readonly attachment?: { readonly name: string; readonly bytes: Uint8Array; readonly description: string };
};

const INK = '#211d19';
const QUIET = '#5f5850';
const ACCENT = '#155f6d';
const RULE = '#dcd6ce';
const MARGIN = 56;
const LABEL_WIDTH = 128;
const QR_WIDTH = 92;
const SIZES = { title: 20, heading: 12, body: 9.5, code: 7.5, foot: 8 } as const;

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

type Document = InstanceType<typeof PDFDocument>;

function drawPart(document: Document, part: PdfPart): void {
  if (part.kind === 'title') drawTitle(document, part);
  else if (part.kind === 'heading') drawHeading(document, part.text);
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

function drawHeading(document: Document, text: string): void {
  if (document.y > document.page.height - MARGIN * 3) document.addPage();
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

function drawFact(document: Document, { label, value, code }: { label: string; value: string; code?: boolean }): void {
  const width = contentWidth(document) - LABEL_WIDTH;
  const style = code === true ? 'code' : 'text';
  const size = code === true ? SIZES.code + 0.5 : SIZES.body;
  document.font(fontFor(document, fontOf(style)), size);
  // A row that breaks at the foot of a page would separate the label from its value.
  const room = document.page.height - document.page.margins.bottom - document.y;
  if (Math.min(document.heightOfString(value, { width }), 60) > room) document.addPage();
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

type Writing = {
  style: FontStyle;
  size: number;
  color: string;
  x?: number;
  width?: number;
  align?: 'left' | 'right';
};

function write(
  document: Document,
  text: string,
  { style, size, color, x = MARGIN, width, align = 'left' }: Writing,
): void {
  const runs = splitRuns(text === '' ? ' ' : text, style);
  document.fillColor(color);
  for (const [n, run] of runs.entries()) {
    document.font(fontFor(document, run.font), size);
    const options = { continued: n < runs.length - 1, width: width ?? contentWidth(document), lineGap: 2, align };
    if (n === 0) document.text(run.text, x, document.y, options);
    else document.text(run.text, options);
  }
}

const registered = new WeakMap<Document, Set<string>>();

/** Registered once for each document, under its own name, so that each font is embedded once. */
function fontFor(document: Document, font: string): string {
  const names = registered.get(document) ?? new Set<string>();
  registered.set(document, names);
  if (!names.has(font)) document.registerFont(font, readFont(font));
  names.add(font);
  return font;
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

const contentWidth = (document: Document): number => document.page.width - 2 * MARGIN;
