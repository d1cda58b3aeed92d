import { createHash } from 'node:crypto';
import { logoShapes } from '#platform/contract/logo-shapes.ts';
import { escapeCharacter, isInvisible } from '#platform/server/pdf/fonts.ts';
import { qrSvg } from '#platform/server/qr.ts';
import { cairnSvg, cairnWords } from './cairn-picture.ts';
import type { Fact } from './describe-block.ts';
import type { Evidence, SheetTable } from './evidence.ts';
import { blockTable, evidenceWords, LOGO_FILLS, productWords, standingWords } from './evidence-words.ts';

const STYLE = `
:root{color-scheme:light dark;--ink:#211d19;--quiet:#5f5850;--accent:#155f6d;--good:#1f6b43;--bad:#b3261e;--rule:#dcd6ce;--page:#fbfaf8}
@media (prefers-color-scheme:dark){:root{--ink:#efebe5;--quiet:#b3aba1;--accent:#7fc3cf;--good:#7fcf9f;--bad:#ff9b8f;--rule:#3d3833;--page:#1a1815}}
@media print{:root{--ink:#000;--quiet:#444;--accent:#155f6d;--good:#1f6b43;--bad:#b3261e;--rule:#ccc;--page:#fff}body{padding:0;max-width:none}.wide{overflow:visible}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:52rem;padding:2rem 1rem 4rem;background:var(--page);color:var(--ink);font:0.9375rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
header{display:flex;align-items:center;gap:.625rem;padding-bottom:1rem;border-bottom:2px solid var(--ink);font-weight:600}
header small{margin-left:auto;color:var(--quiet);font-weight:400;text-align:right}
.title{display:flex;flex-wrap:wrap;gap:1.5rem;justify-content:space-between;align-items:flex-start;margin-top:1.75rem}
.title>div{flex:1 1 16rem;min-width:0}
h1{margin:0 0 .75rem;font-size:1.625rem;line-height:1.2}
.verdict{border-left:4px solid var(--good);padding:.125rem 0 .125rem .875rem}
.verdict strong{display:block;color:var(--good);font-size:1.0625rem}
.cairn{display:flex;gap:.75rem;align-items:flex-end;color:var(--quiet)}
.verdict.broken{border-color:var(--bad)}.verdict.broken strong{color:var(--bad)}
td small{display:block;color:var(--quiet);font-weight:400}
.wide{overflow-x:auto}
table{width:100%;min-width:40rem;border-collapse:collapse;margin:1.75rem 0 1rem;font-size:.875rem;line-height:1.4}
th,td{padding:.4375rem .75rem .4375rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule)}
th{color:var(--quiet);font-weight:500;white-space:nowrap}
td[data-label="Asset"],td[data-label="Recorded by"]{font-family:ui-monospace,monospace;font-size:.8125rem}
td{font-variant-numeric:tabular-nums;overflow-wrap:break-word}td:first-child{font-weight:600}
tr{break-inside:avoid}thead{display:table-header-group}
h3{margin:1.25rem 0 .5rem;font-size:.9375rem;break-after:avoid}
.appendix{break-before:page}
h2{margin:2rem 0 .75rem;padding-top:1.25rem;border-top:1px solid var(--rule);font-size:1.0625rem;color:var(--accent);break-after:avoid}
p{margin:0 0 .75rem}
dl{display:grid;grid-template-columns:minmax(7rem,11rem) 1fr;gap:.25rem 1rem;margin:0 0 1rem}
dt{color:var(--quiet)}dt,dd{min-width:0}dd{margin:0;font-variant-numeric:tabular-nums}
code,pre{font:0.8125rem/1.5 ui-monospace,monospace}
pre{margin:0;white-space:pre-wrap;border:1px solid var(--rule);border-radius:.5rem;padding:1rem}
a{color:var(--accent)}li{margin-bottom:.5rem}
.product{font-size:1.0625rem}
@media screen and (max-width:44rem){
.wide{overflow:visible}table{min-width:0}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table,tbody,tr{display:block}tr{padding:.5rem 0;border-bottom:1px solid var(--rule)}
td{display:grid;grid-template-columns:7rem minmax(0,1fr);gap:0 1rem;padding:.125rem 0;border:0}
td::before{content:attr(data-label);color:var(--quiet);font-weight:400}
td.none{display:none}
}
@media print,(min-width:44rem){td[data-label="Recorded by"]{min-width:7rem}}
@media (max-width:30rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
`;

/** The content security policy of a sheet: only its own style sheet, by hash. */
export const EVIDENCE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the sheet as a self-contained page for screen and paper. All text from the ledger is escaped. */
export function evidenceHtml(evidence: Evidence): string {
  const words = evidenceWords(evidence);
  const { link, proof } = evidence;
  const product = productWords(evidence);
  const standing = standingWords(evidence);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(evidence.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>${logo}<span>Cairn</span><small>${text(evidence.form)}<br>${text(evidence.origin)}</small></header>
<div class="title">
<div>
<h1>${text(evidence.title)}</h1>
${product === undefined ? '' : `<p class="product">${text(product)}</p>`}
${evidence.cairn === undefined ? '' : `<p class="cairn">${cairnSvg(evidence.cairn, text)}<span>${text(cairnWords(evidence.cairn))}</span></p>`}
${standing === undefined ? '' : `<p>${text(standing)}</p>`}
<p class="verdict${words.holds ? '' : ' broken'}"><strong>${words.holds ? '✓' : '✕'} ${text(words.verdict)}</strong>${text(words.basis)}</p>
${link === undefined ? '' : `<p><a href="${text(link)}">${text(link)}</a></p>`}
</div>
${link === undefined ? '' : qrSvg(link, 'QR code of this record’s URL')}
</div>
${words.notes.map((note) => `<p>${text(note)}</p>`).join('\n')}
${(evidence.tables ?? []).map(leadTable).join('\n')}
${evidence.tables === undefined ? '' : '<h2>Proven blocks</h2>'}
${table(evidence)}
${evidence.corrections.length === 0 ? '' : `<h2>Corrected events</h2><p>${text(words.corrected)}</p>${facts(evidence.corrections)}`}
${evidence.next === undefined ? '' : `<p>${text(words.more)} <a href="${nextLink(evidence)}">Next sheet</a></p>`}
${appendix(
  'Appendix A: everything recorded',
  evidence.stories
    .map((story) => `<h3>${text(story.heading)}</h3>${facts(story.event)}${facts(story.fields)}`)
    .join('\n'),
)}
${appendix(
  'Appendix B: how to check this without us',
  [
    `<ol>${words.verify.map((step) => `<li>${text(step)}</li>`).join('')}</ol>${facts(evidence.keys)}`,
    `<h3>Signed checkpoint</h3><p>${text(words.checkpoint)}</p>${facts(evidence.checkpoint)}`,
    `<h3>Witnesses</h3><p>${text(words.witnesses)}</p>${facts(evidence.witnesses)}`,
  ].join('\n'),
)}
${appendix(
  'Appendix C: the proof',
  `${facts([
    { label: 'File', value: proof.name },
    { label: 'SHA-256', value: proof.sha256, code: true },
  ])}<pre>${text(proof.text, true)}</pre>`,
)}
</main>
</body>
</html>
`;
}

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">${logoShapes
  .map((shape, n) => `<path fill="${LOGO_FILLS[n]}" d="${shape}"/>`)
  .join('')}</svg>`;

const appendix = (heading: string, content: string): string =>
  `<section class="appendix">\n<h2>${text(heading)}</h2>\n${content}\n</section>`;

const nextLink = ({ nextQuery, next }: Evidence): string => text(`?${nextQuery ?? ''}after=${next}`);

function table(evidence: Evidence): string {
  const { head, rows, marks, struck } = blockTable(evidence);
  const shown = rows.map((cells, n) => {
    const mark = marks[n];
    const first = (cell: string) =>
      `${struck[n] === true ? `<s>${text(cell)}</s>` : text(cell)}${mark === undefined ? '' : `<small>${text(mark)}</small>`}`;
    return cells.map((cell, column) => (column === 0 ? first(cell) : text(cell)));
  });
  return tableOf(head, shown);
}

const leadTable = ({ heading, head, rows }: SheetTable): string =>
  `<h2>${text(heading)}</h2>${tableOf(
    head,
    rows.map((cells) => cells.map((cell) => text(cell))),
  )}`;

/** Returns a table of cells whose markup is escaped. */
function tableOf(names: readonly string[], cells: readonly (readonly string[])[]): string {
  // On a phone each row is a block of labeled lines. The roles stay those of a table.
  const cellOf = (cell: string, column: number) =>
    `<td role="cell" data-label="${text(names[column] ?? '')}"${cell === '' ? ' class="none"' : ''}><bdi>${cell}</bdi></td>`;
  const rows = cells.map((row) => `<tr role="row">${row.map(cellOf).join('')}</tr>`);
  const head = names.map((name) => `<th role="columnheader" scope="col">${text(name)}</th>`).join('');
  const body = `<tbody role="rowgroup">${rows.join('\n')}</tbody>`;
  return `<div class="wide"><table role="table"><thead role="rowgroup"><tr role="row">${head}</tr></thead>${body}</table></div>`;
}

function facts(rows: readonly Fact[]): string {
  if (rows.length === 0) return '';
  const shown = rows.map(({ label, value, code }) => {
    const inner = code === true ? `<code>${text(value)}</code>` : text(value);
    return `<dt>${text(label)}</dt><dd><bdi>${inner}</bdi></dd>`;
  });
  return `<dl>${shown.join('\n')}</dl>`;
}

/** Escapes markup, and writes out invisible characters that could change how a text reads. */
function text(value: string, keepLines = false): string {
  const visible = Array.from(value, (character) =>
    isInvisible(character) && !(keepLines && character === '\n') ? escapeCharacter(character) : character,
  ).join('');
  return visible
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
