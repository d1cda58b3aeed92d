import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isCountryCode } from '#platform/contract/countries.ts';
import { explainIssues } from '#platform/contract/explain-issue.ts';
import { PublicText } from '#platform/contract/public-text.ts';
import { describeTaxId, parseTaxId, taxIdCountries } from './tax-id.ts';

/** The variables of subscriptions and their invoices. */
export const billingVariables = {
  CAIRN_BILLING: z.enum(['on', 'off']).default('on'),
  CAIRN_BILLING_CONTACT: z.email('must be a mail address, such as sales@example.org').optional(),
  CAIRN_BILLING_SELLER_FILE: z.string().min(1).optional(),
};

export type SellerAddress = {
  readonly street: string | null;
  readonly streetMore: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
};

/** The issuer of the invoices. */
export type SellerConfig = {
  readonly name: string;
  readonly address: SellerAddress;
  readonly taxId: string | null;
  readonly email: string | null;
  readonly iban: string | null;
  /** Tax rates in hundredths of a percent, by country. They replace the built-in rates. */
  readonly rates: Readonly<Record<string, number>>;
};

export type BillingConfig = {
  /** Off: all features are available, and no account is charged. */
  readonly enabled: boolean;
  /** The mail address of "Contact Sales"; undefined: that of the seller. */
  readonly contact: string | undefined;
  /** Undefined: none is configured, and no tax is charged. */
  readonly seller: SellerConfig | undefined;
};

const Country = z.string().refine(isCountryCode, 'must be a country of ISO 3166-1, two capital letters, such as DE');
const Line = (max: number) => PublicText(max).nullable().default(null);

const Seller = z.strictObject({
  name: PublicText(200),
  address: z.strictObject({
    street: PublicText(200),
    streetMore: Line(200),
    city: PublicText(100),
    region: Line(100),
    postalCode: Line(20),
    country: Country,
  }),
  taxId: z.string().max(50).nullable().default(null),
  email: z.email('must be a mail address').nullable().default(null),
  iban: z
    .string()
    .transform((text) => text.replaceAll(' ', '').toUpperCase())
    .refine(isIban, 'must be an IBAN whose check digits are right')
    .nullable()
    .default(null),
  rates: z
    .record(
      Country,
      z.number().gt(0, 'must be above 0 percent').max(50).multipleOf(0.01, 'must have at most two decimals'),
    )
    .default({}),
});

type Variables = z.output<z.ZodObject<typeof billingVariables>>;

/** Returns the configuration of subscriptions. Adds all problems of the seller's file to `problems`. */
export function readBillingConfig(variables: Variables, problems: string[]): BillingConfig {
  const path = variables.CAIRN_BILLING_SELLER_FILE;
  return {
    enabled: variables.CAIRN_BILLING === 'on',
    contact: variables.CAIRN_BILLING_CONTACT,
    seller:
      path === undefined
        ? undefined
        : readSeller(path, (problem) => problems.push(`CAIRN_BILLING_SELLER_FILE: ${problem}`)),
  };
}

function readSeller(path: string, report: (problem: string) => void): SellerConfig | undefined {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    report(`${error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'}: ${(error as Error).message}`);
    return undefined;
  }
  const parsed = Seller.safeParse(value, { error: explainIssues('body') });
  if (!parsed.success) {
    for (const issue of parsed.error.issues) report(`/${issue.path.join('/')}: ${issue.message}`);
    return undefined;
  }
  const { taxId: written, rates, ...seller } = parsed.data;
  const { country } = seller.address;
  const taxId = written === null ? null : parseTaxId(country, written);
  if (taxId === undefined)
    report(`/taxId: is not a tax id of ${country} with right check digits: ${describeTaxId(country)}`);
  if (written === null && (hasTaxRates(country) || Object.keys(rates).length > 0))
    report(`/taxId: is required in ${country}, and with rates: an invoice with tax names it`);
  return {
    ...seller,
    taxId: taxId ?? null,
    rates: Object.fromEntries(Object.entries(rates).map(([place, percent]) => [place, Math.round(percent * 100)])),
  };
}

/** Reports whether a country with known tax ids has a value-added tax: all but the US. */
const hasTaxRates = (country: string) => country !== 'US' && taxIdCountries.includes(country);

/** Reports whether an IBAN has the check digits of ISO 13616. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
