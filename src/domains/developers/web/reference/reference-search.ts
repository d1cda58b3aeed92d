import { z } from 'zod';
import { languages } from '../api/languages.ts';

/** The search parameters of the reference. The fragment names an operation, guide or error. */
export const ReferenceSearch = z.object({
  search: z.string().max(100).optional().catch(undefined),
  language: z.enum(languages).optional().catch(undefined),
});
export type ReferenceSearch = z.infer<typeof ReferenceSearch>;

/** Clears the search, which could hide the target of a link, and keeps the language. */
export const keepLanguage = ({ language }: ReferenceSearch): ReferenceSearch => ({ language });
