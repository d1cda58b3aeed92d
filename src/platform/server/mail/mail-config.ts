import { z } from 'zod';
import { isLocalHost } from '../database/connection-url.ts';

/** `address`, or `Name <address>`. Without line breaks, which would begin another header. */
const SENDER = /^(?:([^<>"\p{Cc}]{1,100}?)\s*<([^\s<>"\p{Cc}]+@[^\s<>"\p{Cc}]+)>|([^\s<>"\p{Cc}]+@[^\s<>"\p{Cc}]+))$/u;

/** The variables of outgoing mail. Without them no mail is sent. */
export const mailVariables = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be a URL such as smtps://user:password@mail.example.org' })
    .optional(),
  SMTP_FROM: z.string().regex(SENDER, 'must be an address, or a name and <address>').optional(),
  SMTP_TLS: z.enum(['required', 'optional']).default('required'),
  SMTP_LETTERS_A_MINUTE: z.coerce.number<string>().int().min(1).max(10_000).default(60),
};

export const mailSecrets = ['SMTP_URL'] as const;

export type MailConfig = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. Otherwise the connection is upgraded. */
  readonly secure: boolean;
  /** False: mail goes out even if the server does not offer TLS. */
  readonly requireTls: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  readonly from: { readonly name: string; readonly address: string };
  readonly lettersPerMinute: number;
};

type Variables = z.output<z.ZodObject<typeof mailVariables>>;

/** Returns the configuration of mail, or undefined without a server. Adds inconsistencies to `problems`. */
export function readMailConfig(variables: Variables, problems: string[]): MailConfig | undefined {
  const { SMTP_URL: text, SMTP_FROM: from } = variables;
  if (text === undefined) return undefined;
  if (from === undefined) problems.push('SMTP_FROM: is required with SMTP_URL: it is the sender of every mail');
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const [, name = '', named, bare] = SENDER.exec(from ?? '') ?? [];
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTls: variables.SMTP_TLS === 'required' && !isLocalHost(host),
    auth:
      url.username === ''
        ? undefined
        : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    from: { name, address: named ?? bare ?? '' },
    lettersPerMinute: variables.SMTP_LETTERS_A_MINUTE,
  };
}
