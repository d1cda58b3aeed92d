import type { InterpretationChange, TalkContext, ToolStep } from '#domains/assistant/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';

export type Question = {
  readonly message: string;
  readonly caller: Pick<Account, 'id' | 'username' | 'role' | 'administrator'> | undefined;
  /** The caller's session token, the only credential of every look-up. */
  readonly token?: string | undefined;
  readonly ip?: string | undefined;
  readonly context?: TalkContext | undefined;
  /** The reader's changes of the interpretation of the same message. */
  readonly changes?: readonly InterpretationChange[] | undefined;
  /** Earlier turns of the conversation, oldest first. */
  readonly earlier?: readonly { readonly question: string; readonly reply: string }[] | undefined;
  readonly conversationId?: string | undefined;
  /** Called after each step. */
  readonly onStep?: ((step: ToolStep) => void) | undefined;
  /** Called with each piece of the reply, for engines that stream. */
  readonly onText?: ((delta: string) => void) | undefined;
  /** Aborts the work when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
};
