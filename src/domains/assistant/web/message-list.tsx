import { Bot, Pencil, RotateCw, User } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { InterpretationChange } from '#domains/assistant/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { AnswerCard } from './answer-card.tsx';
import type { TalkTurn } from './talk-turn.ts';

export type MessageListProps = {
  turns: readonly TalkTurn[];
  greetedAt: string;
  pending: boolean;
  /** The newest question, and the current end of its answer. */
  newest: RefObject<HTMLLIElement | null>;
  end: RefObject<HTMLDivElement | null>;
  onEdit: (turn: TalkTurn) => void;
  onAsk: (question: string, from?: TalkTurn, changes?: readonly InterpretationChange[]) => void;
};

/** The conversation in order: the greeting, then each question with its answer. */
export function MessageList({ turns, greetedAt, ...shared }: MessageListProps) {
  return (
    <ol aria-label="Messages" className="flex flex-col gap-6">
      <Message from="assistant">
        <p className="max-w-[72ch]">
          Hello! Ask me where an asset is, what happened to it, whether the chain is intact, or how to do something
          here.
        </p>
        <p className="mt-1 text-12 text-muted">
          <Time at={greetedAt} />
        </p>
      </Message>
      {turns.map((turn, at) => (
        <Turn key={turn.key} {...shared} turn={turn} last={at === turns.length - 1} />
      ))}
    </ol>
  );
}

type TurnProps = Omit<MessageListProps, 'turns' | 'greetedAt'> & { turn: TalkTurn; last: boolean };

function Turn({ turn, last, pending, newest, end, onEdit, onAsk }: TurnProps) {
  const { question, at, answer, answeredAt, state } = turn;
  return (
    <>
      <Message from="reader" element={last ? newest : undefined}>
        <p className="max-w-[72ch] whitespace-pre-wrap wrap-anywhere">{question}</p>
        <p className="mt-1 flex items-center gap-1 text-12 text-muted">
          <Time at={at} />
          {pending ? null : (
            <IconButton label="Edit and ask again" size="small" onClick={() => onEdit(turn)}>
              <Pencil aria-hidden="true" size={13} />
            </IconButton>
          )}
        </p>
      </Message>
      <Message from="assistant" fillsScreen={last}>
        {state === 'pending' ? <Thinking doing={turn.doing} /> : null}
        {state === 'pending' && turn.text !== '' ? (
          <p className="mt-2 max-w-[72ch] whitespace-pre-wrap wrap-anywhere">{turn.text}</p>
        ) : null}
        {state === 'failed' || state === 'stopped' ? (
          <p className="flex flex-wrap items-center gap-3 text-muted">
            {state === 'failed' ? 'No answer received.' : 'Stopped.'}
            <Button
              size="small"
              disabled={pending}
              icon={<RotateCw aria-hidden="true" size={14} />}
              onClick={() => onAsk(question, turn)}
            >
              Try again
            </Button>
          </p>
        ) : null}
        {answer && state === 'answered' ? (
          <AnswerCard
            answer={answer}
            at={answeredAt}
            writeKey={`chat-${turn.messageId ?? turn.key}`}
            onSuggest={last && !pending ? onAsk : undefined}
            onRetry={() => onAsk(question, turn, turn.changes)}
            onChange={
              pending ? undefined : (change) => onAsk(question, turn, [...(turn.changes ?? []), change].slice(-40))
            }
          />
        ) : null}
        {last ? <div ref={end} className="scroll-mb-56" /> : null}
      </Message>
    </>
  );
}

function Thinking({ doing }: { doing: readonly string[] }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted">
      <Spinner /> Thinking...
      {doing.length > 0 ? <span className="text-13">{doing.at(-1)}</span> : null}
    </p>
  );
}

type MessageProps = {
  from: 'assistant' | 'reader';
  element?: RefObject<HTMLLIElement | null> | undefined;
  /** Leaves room below a short answer, so that its question can be scrolled to the top. */
  fillsScreen?: boolean;
  children: ReactNode;
};

function Message({ from, element, fillsScreen = false, children }: MessageProps) {
  const Icon = from === 'assistant' ? Bot : User;
  return (
    <li ref={element} className={`flex min-w-0 gap-3 ${fillsScreen ? 'min-h-[calc(100dvh-21rem)]' : ''}`}>
      <span
        aria-hidden="true"
        data-tone={from === 'assistant' ? 'teal' : 'grey'}
        className="grid size-8 shrink-0 place-items-center rounded-full bg-tone-soft text-tone-ink max-sm:size-7"
      >
        <Icon size={16} />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <span className="sr-only">{from === 'assistant' ? 'Assistant:' : 'You:'}</span>
        {children}
      </div>
    </li>
  );
}
