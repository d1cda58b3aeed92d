import { z } from 'zod';
import { languages } from '../api/languages.ts';

/** What the address of the reference carries; the part behind `#` is the operation, guide or error that it leads to. */
export const ReferenceSearch = z.object({
  search: z.string().max(100).optional().catch(undefined),
  language: z.enum(languages).optional().catch(undefined),
});
export type ReferenceSearch = z.infer<typeof ReferenceSearch>;

/** Leads to a part of the page that a search would hide: the search ends, the language stays. */
export const keepLanguage = ({ language }: ReferenceSearch): ReferenceSearch => ({ language });
