import { z } from 'zod';
import { isCountryCode } from '#platform/contract/countries.ts';
import { unavailable } from '#platform/contract/errors.ts';
import { PublicText } from '#platform/contract/public-text.ts';
import { route } from '#platform/contract/route.ts';
import { InvoiceId, invoiceNotFound } from './invoices.ts';

const tag = 'Subscription';

const optional = (max: number, example: string) =>
  z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : text))
    .pipe(PublicText(max).nullable())
    .nullable()
    .default(null)
    .meta({ example });

/** The addressee of invoices. */
export const BillingDetails = z
  .strictObject({
    name: PublicText(200).meta({ example: 'Harbor Records GmbH' }),
    street: PublicText(200).meta({ example: 'Kai 7' }),
    streetMore: optional(200, 'Gate 2'),
    city: PublicText(100).meta({ example: 'Hamburg' }),
    postalCode: optional(20, '20457'),
    region: optional(100, 'Hamburg'),
    country: z
      .string()
      .trim()
      .toUpperCase()
      .refine(isCountryCode, 'Choose a country, by its two letters of ISO 3166-1, such as DE')
      .describe('ISO 3166-1 alpha-2.')
      .meta({ example: 'DE' }),
    taxId: optional(30, 'DE136695976').describe(
      'Check digits are verified for the European Union, Great Britain and Switzerland, and the form for the United States.',
    ),
  })
  .meta({ id: 'BillingDetails' });
export type BillingDetails = z.infer<typeof BillingDetails>;

export const readBillingDetails = route({
  method: 'GET',
  path: '/api/subscription/billing-details',
  tag,
  summary: 'Read to whom your invoices are issued',
  access: 'signed in',
  response: z.object({ details: BillingDetails.nullable().describe('Null until they are saved.') }),
});

export const saveBillingDetails = route({
  method: 'PUT',
  path: '/api/subscription/billing-details',
  tag,
  summary: 'Save to whom your invoices are issued',
  description: 'They apply to invoices from now on. Issued invoices do not change. Never part of a block.',
  access: 'signed in',
  body: BillingDetails,
  response: z.object({ details: BillingDetails }),
});

const file = { response: z.string(), cost: 'heavy', compressed: false } as const;
const params = z.object({ invoiceId: InvoiceId });

export const readInvoicePdf = route({
  method: 'GET',
  path: '/api/subscription/invoices/{invoiceId}/pdf',
  tag,
  summary: 'Read an invoice as PDF',
  description:
    'One of your own; administrators read all. With the hash of the document and its block. A draft has none.',
  access: 'signed in',
  params,
  responseType: 'application/pdf',
  ...file,
  errors: [invoiceNotFound, unavailable],
});

export const readInvoiceUbl = route({
  method: 'GET',
  path: '/api/subscription/invoices/{invoiceId}/ubl',
  tag,
  summary: 'Read an invoice as UBL 2.1',
  description: 'XML with the business terms of EN 16931, for programs. A draft has none.',
  access: 'signed in',
  params,
  responseType: 'application/xml',
  ...file,
  errors: [invoiceNotFound, unavailable],
});
