import { z } from 'zod';

/** The search parameters of the page that links in mails open. Invalid ones are ignored. */
export const MailLinkSearch = z.object({
  verify: z
    .string()
    .regex(/^[0-9a-f]{48}$/)
    .optional()
    .catch(undefined),
  stop: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional()
    .catch(undefined),
});
export type MailLinkSearch = z.infer<typeof MailLinkSearch>;
