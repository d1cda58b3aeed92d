import { z } from 'zod';

/** The search parameters of the page that links in mails open. Invalid ones are ignored. */
const token = z.string().max(48).optional().catch(undefined);
export const MailLinkSearch = z.object({ verify: token, stop: token });
export type MailLinkSearch = z.infer<typeof MailLinkSearch>;
