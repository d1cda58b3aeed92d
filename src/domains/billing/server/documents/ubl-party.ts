import type { InvoiceDocument, Party } from './invoice-document.ts';

/** Elements by name, in their order; an array for one that repeats. */
export type Xml = { readonly [name: string]: unknown };

/**
 * Returns a seller or buyer as UBL. The number of a value-added tax belongs to its tax scheme. An EIN is a legal registration, and so is
 * every number on a document outside of the scope of the tax, which must not name a tax number (BR-O-02 to BR-O-04).
 */
export function partyOf({ name, address, taxId, email }: Party, { category }: InvoiceDocument['tax']): Xml {
  const isTaxNumber = taxId !== null && category !== 'O' && /^[A-Z]{2}/.test(taxId);
  const { street, streetMore, city, postalCode, region, country } = address;
  return {
    'cac:Party': {
      'cac:PartyName': { 'cbc:Name': name },
      'cac:PostalAddress': {
        ...textIf('cbc:StreetName', street),
        ...textIf('cbc:AdditionalStreetName', streetMore),
        ...textIf('cbc:CityName', city),
        ...textIf('cbc:PostalZone', postalCode),
        ...textIf('cbc:CountrySubentity', region),
        'cac:Country': { 'cbc:IdentificationCode': country },
      },
      ...(isTaxNumber
        ? { 'cac:PartyTaxScheme': { 'cbc:CompanyID': taxId, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } } }
        : {}),
      'cac:PartyLegalEntity': {
        'cbc:RegistrationName': name,
        ...textIf('cbc:CompanyID', isTaxNumber ? null : taxId),
      },
      ...(email === null ? {} : { 'cac:Contact': { 'cbc:ElectronicMail': email } }),
    },
  };
}

const textIf = (name: string, text: string | null): Xml => (text === null ? {} : { [name]: text });
