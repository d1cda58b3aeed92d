import type { TalkContext, ToolStep } from '#domains/assistant/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';

export type Question = {
  readonly message: string;
  readonly caller: Pick<Account, 'id' | 'username'> | undefined;
  /** The caller's session token: every look-up is made with it, and with nothing else. */
  readonly token?: string | undefined;
  readonly ip?: string | undefined;
  readonly context?: TalkContext | undefined;
  /** Earlier turns of the conversation, oldest first. */
  readonly earlier?: readonly { readonly question: string; readonly reply: string }[] | undefined;
  readonly conversationId?: string | undefined;
  /** Called with each step when it is done. */
  readonly onStep?: ((step: ToolStep) => void) | undefined;
  /** Called with each piece of the reply, for engines that stream. */
  readonly onText?: ((delta: string) => void) | undefined;
  /** Ends the work when the client has gone. */
  readonly signal?: AbortSignal | undefined;
};
