import { z } from 'zod';
import { fieldIssue } from './explain-issue.ts';
import { findInvisible } from './misleading-text.ts';

/**
 * The reason for a decision, for people to read later. It may have several lines. It must not contain an invisible or
 * reordering character, because readers would see a different text.
 */
export const Reason = (max: number) =>
  Text(max).superRefine((text, context) => {
    refuseInvisible(text.replaceAll(/\r?\n|\t/g, ' '), context);
  });

/** Text of at least one visible character, without spaces around it. */
export const Text = (max: number) => z.string().trim().min(1).max(max);

/**
 * Text that becomes a part of the permanent public record. It must not contain an invisible or reordering character,
 * because the text can never be removed.
 */
export const PublicText = (max: number) => Text(max).superRefine(refuseInvisible);

function refuseInvisible(text: string, context: z.RefinementCtx): void {
  const invisible = findInvisible(text);
  if (invisible !== undefined) context.addIssue(fieldIssue(`contains ${invisible}, which cannot be seen. Remove it`));
}
