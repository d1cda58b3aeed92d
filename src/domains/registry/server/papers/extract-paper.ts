import { daysInWords, type readProperty } from '#domains/registry/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import { dayInWords, dayOf, letterhead, timeOf } from '#platform/server/pdf/letterhead.ts';
import type { PdfContent, PdfPart } from '#platform/server/pdf/render-pdf.ts';
import { createQr } from '#platform/server/qr.ts';
import { DEMO_NOTE } from './demo-note.ts';

/** The maximum number of rows in a list. The property's page shows more. */
const ROWS_MAX = 60;

export type ExtractPaper = {
  readonly property: ResponseOut<typeof readProperty>;
  readonly publicUrl: string;
  readonly timeZone: string;
  readonly demo: boolean;
  /** When it is printed, in milliseconds since the epoch. */
  readonly now: number;
};

/** Returns the public extract of a property: facts, owners under their pseudonyms, assessments, documents and its title. */
export function extractPaper({ property, publicUrl, timeZone, demo, now }: ExtractPaper): PdfContent {
  const link = `${publicUrl}/detroit/properties/${encodeURIComponent(property.propertyId)}`;
  const { metadata } = property;
  const parts: PdfPart[] = [
    letterhead('Extract from the property registry', publicUrl),
    {
      kind: 'title',
      text: property.address,
      below: `Property ${property.propertyId}, ${metadata.neighborhood}\nAs of ${timeOf(now, timeZone)}`,
      qr: createQr(link),
    },
    ...(demo ? [{ kind: 'paragraph', text: DEMO_NOTE } as const] : []),
    {
      kind: 'facts',
      rows: [
        { label: 'Status', value: capitalized(property.status) },
        { label: 'Use', value: capitalized(metadata.propertyType) },
        { label: 'Building', value: `${metadata.squareFootage.toLocaleString('en-US')} sq ft` },
        { label: 'Lot', value: `${property.lotSquareFeet.toLocaleString('en-US')} sq ft` },
        { label: 'Built', value: property.yearBuilt === null ? 'Unknown' : String(property.yearBuilt) },
        { label: 'Assessed value', value: property.assessedValueFormatted },
        { label: 'Tax owed', value: property.taxOwedFormatted },
      ],
    },
    { kind: 'heading', text: 'Owners' },
    {
      kind: 'table',
      head: ['Owner', 'Fraction', 'Since'],
      widths: [5, 2, 4],
      rows: property.owners.map(({ holder, fraction, acquiredAt, blockIndex }) => [
        holder === 'city' ? 'The city' : holder,
        `${fraction.numerator}/${fraction.denominator}`,
        `${dayOf(Date.parse(acquiredAt), timeZone)}, block ${blockIndex}`,
      ]),
    },
    {
      kind: 'paragraph',
      text: 'Owners appear under a pseudonym of their own in each property. Only the registry can resolve it.',
    },
    ...assessmentParts(property),
    ...documentParts(property),
    { kind: 'heading', text: 'Title, newest first' },
    {
      kind: 'table',
      head: ['Block', 'Recorded', 'What'],
      widths: [2, 4, 6],
      rows: property.title
        .slice(0, ROWS_MAX)
        .map(({ block, recordedAt, summary }) => [
          String(block.index),
          dayOf(Date.parse(recordedAt), timeZone),
          daysInWords(summary, dayInWords),
        ]),
    },
    ...(property.titleLength > ROWS_MAX
      ? [
          {
            kind: 'paragraph',
            text: `The newest ${ROWS_MAX} of ${counted(property.titleLength, 'block')}. The others are on ${link}.`,
          } as const,
        ]
      : []),
    ...newestBlock(property),
  ];
  return {
    title: `Extract of ${property.propertyId}`,
    date: new Date(now),
    foot: `Extract of ${property.propertyId} · ${timeOf(now, timeZone)}`,
    parts,
  };
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const assessmentParts = ({ assessments }: ExtractPaper['property']): PdfPart[] =>
  assessments.length === 0
    ? []
    : [
        { kind: 'heading', text: 'Assessments' },
        {
          kind: 'table',
          head: ['Year', 'Land', 'Building', 'Total'],
          widths: [2, 3, 3, 3],
          amountsFrom: 1,
          rows: assessments
            .slice(0, ROWS_MAX)
            .map(({ year, land, building, total }) => [String(year), ...[land, building, total].map(formatCents)]),
        },
      ];

const documentParts = ({ documents, documentCount }: ExtractPaper['property']): PdfPart[] =>
  documents.length === 0
    ? []
    : [
        { kind: 'heading', text: 'Documents' },
        {
          kind: 'facts',
          rows: [
            ...documents.slice(0, ROWS_MAX).map(({ title, sha256 }) => ({ label: title, value: sha256, code: true })),
            ...(documentCount > ROWS_MAX
              ? [{ label: 'Older documents', value: String(documentCount - ROWS_MAX) }]
              : []),
          ],
        },
      ];

const newestBlock = ({ title: [newest] }: ExtractPaper['property']): PdfPart[] =>
  newest === undefined
    ? []
    : [
        { kind: 'heading', text: 'How to verify it' },
        {
          kind: 'facts',
          rows: [
            { label: 'Newest block', value: String(newest.block.index) },
            { label: 'Hash (SHA-256)', value: newest.block.hash, code: true },
          ],
        },
        {
          kind: 'paragraph',
          text: "Scan the code to open the property's page, where your browser checks these blocks against the city's own ledger, Cairn.",
        },
      ];
