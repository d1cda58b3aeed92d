import { dayOf, letterhead } from '#platform/server/pdf/letterhead.ts';
import type { PdfContent } from '#platform/server/pdf/render-pdf.ts';
import { createQr } from '#platform/server/qr.ts';
import { DEMO_NOTE } from './demo-note.ts';

export type ClaimLetter = {
  /** Five groups of four, joined by hyphens. */
  readonly code: string;
  readonly propertyId: string;
  readonly address: string;
  /** The name of the owner in the registry; undefined if it has none. */
  readonly name: string | undefined;
  readonly contact: string | undefined;
  readonly expiresAt: number;
  readonly publicUrl: string;
  readonly timeZone: string;
  readonly demo: boolean;
  readonly now: number;
};

/**
 * Returns the letter with an owner's code to claim a property. It names the owner and has the code, so it is for that owner
 * only. The QR code opens the portal, without the code.
 */
export function claimLetter({ code, propertyId, address, name, contact, ...city }: ClaimLetter): PdfContent {
  const { publicUrl, timeZone, demo, now, expiresAt } = city;
  const portal = `${publicUrl}/detroit/resident`;
  const day = dayOf(now, timeZone);
  return {
    title: `Your code for ${propertyId}`,
    date: new Date(now),
    foot: `Property ${propertyId} · ${day}`,
    parts: [
      letterhead('Property registry', publicUrl),
      {
        kind: 'title',
        text: 'Your code for the resident portal',
        below: [name ?? 'To the owner', contact, `${address} · Property ${propertyId}`].filter(Boolean).join('\n'),
        qr: createQr(portal),
      },
      ...(demo ? [{ kind: 'paragraph', text: DEMO_NOTE } as const] : []),
      {
        kind: 'paragraph',
        text: 'The registry lists you as an owner of this property. With this code you add it to your account, and then see its bills, pay them, and receive notices.',
      },
      { kind: 'facts', rows: [{ label: 'Your code', value: code, code: true }] },
      { kind: 'heading', text: 'What to do' },
      {
        kind: 'paragraph',
        text: `Scan the QR code, or open ${portal}. Sign in, choose “Claim a property”, and enter the code. If your account is not a resident’s yet, the page explains how to change that.`,
      },
      {
        kind: 'paragraph',
        text: `The code works once, until ${dayOf(expiresAt, timeZone)}. Do not pass it on: the first person to enter it is linked to your right in the property. A new code from the city voids this one.`,
      },
    ],
  };
}
