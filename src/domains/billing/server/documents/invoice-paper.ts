import { countryName } from '#platform/contract/countries.ts';
import { formatCents } from '#platform/contract/money.ts';
import { dayInWords, letterhead } from '#platform/server/pdf/letterhead.ts';
import type { PdfContent, PdfPart } from '#platform/server/pdf/render-pdf.ts';
import { describeTax } from '../tax/decide-tax.ts';
import { spanInWords } from './days.ts';
import type { DocumentLine, InvoiceDocument, Party } from './invoice-document.ts';

export type InvoicePaper = {
  readonly document: InvoiceDocument;
  readonly publicUrl: string;
  /** SHA-256 of the document, and the block that states it; undefined for a draft. */
  readonly proof: { readonly sha256: string; readonly blockIndex: number; readonly blockHash: string } | undefined;
};

type Fact = { label: string; value: string; code?: boolean };

/** Returns an invoice or credit note on paper, with the facts of EN 16931 and the block that has its hash. The same document has the same bytes. */
export function invoicePaper({ document, publicUrl, proof }: InvoicePaper): PdfContent {
  const { number, kind, seller, buyer, totals, tax, payment } = document;
  const form = number === null ? 'Draft invoice' : kind === 'invoice' ? 'Invoice' : 'Credit note';
  const name = number === null ? form : `${form} ${number}`;
  const parts: PdfPart[] = [
    letterhead(form, publicUrl),
    {
      kind: 'title',
      text: name,
      below: document.period === null ? seller.name : `${seller.name}\n${spanInWords(document.period)}`,
    },
    ...(document.isSample
      ? [
          {
            kind: 'verdict',
            holds: false,
            text: 'TEST',
            basis: 'A sample of a demo. Nothing is owed, and no money moves.',
          } as const,
        ]
      : []),
    ...(number === null
      ? [{ kind: 'paragraph', text: 'A draft: it has no number yet, and nothing is due on it.' } as const]
      : []),
    { kind: 'facts', rows: headFacts(document) },
    { kind: 'table', head: ['', 'From', 'To'], widths: [3, 8, 8], rows: partyRows(seller, buyer) },
    { kind: 'heading', text: kind === 'invoice' ? 'Charges' : 'Credits' },
    {
      kind: 'table',
      head: ['Item', 'Time', 'Quantity', 'Price', 'Amount'],
      widths: [8, 6, 3, 3, 4],
      amountsFrom: 2,
      rows: document.lines.map(lineCells),
    },
    {
      kind: 'table',
      head: ['Totals', 'Amount'],
      widths: [20, 4],
      amountsFrom: 1,
      rows: [
        ['Total without tax', formatCents(totals.netCents)],
        [describeTax(tax), formatCents(tax.cents)],
        ['Total with tax', formatCents(totals.grossCents)],
        ...(totals.creditCents === 0 ? [] : [['Paid by credit of the account', formatCents(-totals.creditCents)]]),
        [kind === 'invoice' ? 'Due' : 'Given back', formatCents(totals.dueCents)],
      ],
    },
    { kind: 'facts', rows: taxFacts(document) },
    ...(document.note === null ? [] : [{ kind: 'paragraph', text: document.note } as const]),
    { kind: 'heading', text: kind === 'invoice' ? 'Payment' : 'How it is credited' },
    ...paymentFacts(document),
    { kind: 'paragraph', text: payment.terms },
    ...(proof === undefined ? [] : proofParts(document, proof)),
  ];
  return {
    title: `${name}, ${seller.name}`,
    date: new Date(`${document.issuedOn}T00:00:00Z`),
    foot: proof === undefined ? name : `${name} · block ${proof.blockIndex} · SHA-256 ${proof.sha256.slice(0, 16)}…`,
    parts,
  };
}

function headFacts({ number, id, issuedOn, dueOn, preceding, currency }: InvoiceDocument): Fact[] {
  return [
    ...(number === null ? [] : [{ label: 'Number', value: number }]),
    { label: 'Issued', value: dayInWords(issuedOn) },
    ...(dueOn === null ? [] : [{ label: 'Due', value: dayInWords(dueOn) }]),
    ...(preceding === null
      ? []
      : [{ label: 'For invoice', value: `${preceding.number} of ${dayInWords(preceding.issuedOn)}` }]),
    { label: 'Currency', value: currency },
    { label: 'Document ID', value: id, code: true },
  ];
}

const partyRows = (seller: Party, buyer: Party): string[][] =>
  [
    ['Name', seller.name, buyer.name],
    ['Address', addressOf(seller), addressOf(buyer)],
    ['Tax ID', seller.taxId ?? '', buyer.taxId ?? ''],
    ['Email', seller.email ?? '', buyer.email ?? ''],
  ].filter(([, from, to]) => from !== '' || to !== '');

function addressOf({ address }: Party): string {
  const { street, streetMore, city, postalCode, region, country } = address;
  const place = [city, region, postalCode].filter((part) => part !== null).join(', ');
  const lines = [street, streetMore, place === '' ? null : place, countryName(country)];
  return lines.filter((line) => line !== null).join('\n');
}

const lineCells = ({ text, quantity, unitCents, cents, period }: DocumentLine): string[] => [
  text,
  period === null ? '' : spanInWords(period),
  quantity.toLocaleString('en-US'),
  unitCents === null ? '' : formatCents(unitCents),
  formatCents(cents),
];

const taxFacts = ({ tax }: InvoiceDocument): Fact[] => [
  { label: 'Tax category', value: tax.category },
  ...(tax.basisPoints === null ? [] : [{ label: 'Tax rate', value: `${tax.basisPoints / 100}%` }]),
  { label: 'Taxable amount', value: formatCents(tax.basisCents) },
  ...(tax.exemption === null ? [] : [{ label: 'Reason for no tax', value: tax.exemption }]),
];

function paymentFacts({ kind, seller, payment }: InvoiceDocument): PdfPart[] {
  if (kind !== 'invoice') return [];
  const rows = [
    ...(payment.reference === null ? [] : [{ label: 'Reference', value: payment.reference, code: true }]),
    ...(seller.iban === null ? [] : [{ label: 'Account (IBAN)', value: seller.iban, code: true }]),
  ];
  return rows.length === 0 ? [] : [{ kind: 'facts', rows }];
}

const proofParts = (
  { id }: InvoiceDocument,
  { sha256, blockIndex, blockHash }: NonNullable<InvoicePaper['proof']>,
): PdfPart[] => [
  { kind: 'heading', text: 'On the ledger' },
  {
    kind: 'paragraph',
    text: `Block ${blockIndex} names ${id} and the SHA-256 of this document as canonical JSON, and no other part of it. A changed document has another hash.`,
  },
  {
    kind: 'facts',
    rows: [
      { label: 'Document hash', value: sha256, code: true },
      { label: 'Block hash', value: blockHash, code: true },
    ],
  },
];
