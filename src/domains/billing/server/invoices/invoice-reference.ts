import { creditorReference, findCreditorReferences } from '#domains/payments/server/index.ts';

const NUMBER = /(?<![0-9A-Z])(\d{4})[\s-]?(\d{6})(?![0-9A-Z])/g;
const BODY = /^RF\d\d(\d{4})(\d{6})$/;

/** Returns the payment reference of the invoice with a number: its digits as a creditor reference (ISO 11649), `RF…2026000025`. */
export const invoiceReference = (number: string): string => creditorReference(number.replace('-', ''));

/** Returns the numbers of invoices whose reference is in a text, and those that it names without one. */
export function findInvoiceNumbers(text: string): { referenced: string[]; named: string[] } {
  const referenced = new Set(
    findCreditorReferences(text).flatMap((reference) => {
      const [, year, serial] = BODY.exec(reference) ?? [];
      return serial === undefined ? [] : [`${year}-${serial}`];
    }),
  );
  const named = new Set([...text.toUpperCase().matchAll(NUMBER)].map(([, year, serial]) => `${year}-${serial}`));
  return { referenced: [...referenced], named: [...named].filter((number) => !referenced.has(number)) };
}
