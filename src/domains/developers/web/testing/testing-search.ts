import { z } from 'zod';
import { languages } from '../api/languages.ts';
import { methods } from '../api/methods.ts';

export const answerViews = ['pretty', 'raw', 'headers', 'timing', 'schema'] as const;
export type AnswerView = (typeof answerViews)[number];
export const testTabs = ['suite', 'custom', 'history', 'saved'] as const;
export type TestTab = (typeof testTabs)[number];

/** What the address of the testing page carries. A request in it never holds a password or a token. */
export const TestingSearch = z.object({
  tab: z.enum(testTabs).optional().catch(undefined),
  /** An operation of the reference, to begin with its example. */
  operation: z.string().max(200).optional().catch(undefined),
  method: z.enum(methods).optional().catch(undefined),
  /** Path and query. */
  endpoint: z.string().max(2000).optional().catch(undefined),
  body: z.string().max(8000).optional().catch(undefined),
  /** How the answer is shown. */
  view: z.enum(answerViews).optional().catch(undefined),
  language: z.enum(languages).optional().catch(undefined),
  /** The test of the suite that is opened. */
  step: z.string().max(40).optional().catch(undefined),
});
export type TestingSearch = z.infer<typeof TestingSearch>;
