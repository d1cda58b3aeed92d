import { createTransport } from 'nodemailer';
import type { MailConfig } from './mail-config.ts';

/** A mail in plain text and HTML. `id` names it: the same mail sent again has the same Message-ID. */
export type Mail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** A page where the recipient stops such mails. */
  readonly stopUrl?: string | undefined;
};

/**
 * Thrown if a mail was not accepted. `refused`: this mail will never be accepted. `retry`: this mail may be accepted
 * later. `server`: no mail can be sent now. `code` contains nothing of the mail or its recipient.
 */
export class MailFailure extends Error {
  readonly kind: 'refused' | 'retry' | 'server';
  readonly code: string;

  constructor(kind: MailFailure['kind'], code: string) {
    super(`The mail server did not accept the mail: ${code}`);
    this.kind = kind;
    this.code = code;
  }
}

export type Mailer = {
  readonly from: string;
  readonly lettersPerMinute: number;
  /**
   * Resolves once the mail server has accepted the mail.
   *
   * @throws MailFailure. If the connection broke after the text was sent, the server may still have accepted the mail.
   */
  send(mail: Mail): Promise<void>;
};

const CONNECT_MILLISECONDS = 10_000;
const SILENCE_MILLISECONDS = 15_000;
/** Also ends a server that answers a little at a time. */
const MAIL_MILLISECONDS = 60_000;

/** Creates a mailer for a mail server. It connects for each mail, so an idle server costs nothing. */
export function openMailer(
  { host, port, secure, requireTls, auth, from, lettersPerMinute }: MailConfig,
  limits: { readonly silence?: number } = {},
): Mailer {
  const silence = limits.silence ?? SILENCE_MILLISECONDS;
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: requireTls,
    ...(auth === undefined ? {} : { auth }),
    connectionTimeout: Math.min(CONNECT_MILLISECONDS, silence),
    greetingTimeout: Math.min(CONNECT_MILLISECONDS, silence),
    socketTimeout: silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    from: from.address,
    lettersPerMinute,
    async send({ id, to, subject, text, html, stopUrl }) {
      const sent = transport.sendMail({
        from,
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
        html,
        messageId: `<${oneLine(id)}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(stopUrl === undefined ? {} : { 'List-Unsubscribe': `<${oneLine(stopUrl)}>` }),
        },
      });
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new MailFailure('server', 'ETIMEDOUT')), MAIL_MILLISECONDS);
      });
      try {
        await Promise.race([sent, tooLong]);
      } catch (error) {
        sent.catch(() => undefined);
        throw error instanceof MailFailure ? error : explain(error);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** A line break would begin another header. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');

/** Codes of nodemailer that are about the server, not about one mail. */
const OF_SERVER = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
  'EREQUIRETLS',
]);

function explain(error: unknown): MailFailure {
  const { code = 'EMAIL', responseCode } = error as { code?: string; responseCode?: number };
  if (OF_SERVER.has(code)) return new MailFailure('server', code);
  if (responseCode === undefined) return new MailFailure(code === 'EENVELOPE' ? 'refused' : 'retry', code);
  return new MailFailure(responseCode >= 500 ? 'refused' : 'retry', String(responseCode));
}
