import { z } from 'zod';
import { fieldIssue } from './explain-issue.ts';
import { findInvisible } from './misleading-text.ts';

/**
 * Why something was decided, for people to read later. It may have lines, and no character that shows nothing or reorders the others:
 * what is read would not be what was written.
 */
export const Reason = (max: number) =>
  Text(max).superRefine((text, context) => {
    refuseInvisible(text.replaceAll(/\r?\n|\t/g, ' '), context);
  });

/** Text of at least one visible character, without spaces around it. */
export const Text = (max: number) => z.string().trim().min(1).max(max);

/**
 * Text that becomes a part of the permanent public record. It has no character that shows nothing or reorders the others, because nobody
 * could take it back.
 */
export const PublicText = (max: number) => Text(max).superRefine(refuseInvisible);

function refuseInvisible(text: string, context: z.RefinementCtx): void {
  const invisible = findInvisible(text);
  if (invisible !== undefined) context.addIssue(fieldIssue(`contains ${invisible}, which cannot be seen. Remove it`));
}
