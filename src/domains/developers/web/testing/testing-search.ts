import { z } from 'zod';
import { languages } from '../api/languages.ts';
import { methods } from '../api/methods.ts';

export const answerViews = ['pretty', 'raw', 'headers', 'timing', 'schema'] as const;
export type AnswerView = (typeof answerViews)[number];
export const testTabs = ['suite', 'custom', 'history', 'saved'] as const;
export type TestTab = (typeof testTabs)[number];

/** The search parameters of the testing page. They never contain a password or token. */
export const TestingSearch = z.object({
  tab: z.enum(testTabs).optional().catch(undefined),
  /** An operation of the reference, whose example fills the form. */
  operation: z.string().max(200).optional().catch(undefined),
  method: z.enum(methods).optional().catch(undefined),
  /** Path and query. */
  endpoint: z.string().max(2000).optional().catch(undefined),
  body: z.string().max(8000).optional().catch(undefined),
  /** The selected view of the response. */
  view: z.enum(answerViews).optional().catch(undefined),
  language: z.enum(languages).optional().catch(undefined),
  /** The expanded test of the suite. */
  step: z.string().max(40).optional().catch(undefined),
});
export type TestingSearch = z.infer<typeof TestingSearch>;
