import { hash } from 'node:crypto';
import { letterhead } from '#platform/server/pdf/letterhead.ts';
import { renderPdf } from '#platform/server/pdf/render-pdf.ts';
import { DEMO_NOTE } from '../papers/demo-note.ts';

type Deed = { readonly title: string; readonly propertyId: string; readonly address: string; readonly at: number };

/** Returns the SHA-256 of a sample deed, in hex. Equal deeds have equal bytes; like any document, the deed is not stored. */
export async function hashDeed({ title, propertyId, address, at }: Deed): Promise<string> {
  const bytes = await renderPdf({
    title,
    date: new Date(at),
    foot: DEMO_NOTE,
    parts: [
      letterhead(title, 'Harrow Bay'),
      { kind: 'title', text: title, below: `${propertyId}, ${address}` },
      { kind: 'paragraph', text: 'The seller transfers the property with all that belongs to it to the buyer.' },
    ],
  });
  return hash('sha256', bytes);
}
