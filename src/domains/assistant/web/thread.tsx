import { useEffect, useRef, useState } from 'react';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import type { TalkTurn } from './talk-turn.ts';
import { type TalkOptions, useTalk } from './use-talk.ts';

export type ThreadProps = TalkOptions & {
  /** Text from the URL that fills the input. */
  fill: string | undefined;
};

/** One conversation with the input for the next question. */
export function Thread({ fill, ...options }: ThreadProps) {
  const talk = useTalk(options);
  const [text, setText] = useState(fill ?? '');
  const [editing, setEditing] = useState<TalkTurn | undefined>();
  const [greetedAt] = useState(() => options.initial[0]?.at ?? new Date().toISOString());
  const input = useRef<HTMLTextAreaElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [filled, setFilled] = useState(fill);
  // Set while rendering, not in an effect: an effect after the first paint would overwrite what the user has typed.
  if (fill !== filled) {
    setFilled(fill);
    if (fill !== undefined) setText(fill);
  }
  useEffect(() => {
    if (fill !== undefined) input.current?.focus();
  }, [fill]);
  const { length } = talk.turns;
  const last = talk.turns.at(-1)?.state;
  useEffect(() => {
    if (length === 0 || last === undefined) return;
    // Scrolls to the question of a finished answer, and to the end while one is pending.
    const question = end.current?.previousElementSibling?.querySelector('li:nth-last-child(2)');
    if (last === 'answered') question?.scrollIntoView({ block: 'start' });
    else end.current?.scrollIntoView({ block: 'end' });
  }, [length, last]);

  const send = (question: string, from?: TalkTurn) => {
    talk.ask(question, from);
    setEditing(undefined);
  };
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="flex-1">
        <MessageList
          turns={talk.turns}
          greetedAt={greetedAt}
          pending={talk.pending}
          onAsk={send}
          onEdit={(turn) => {
            setEditing(turn);
            setText(turn.question);
            input.current?.focus();
          }}
        />
        <div ref={end} className="scroll-mb-56" />
      </div>
      <p aria-live="polite" className="sr-only">
        {talk.said}
      </p>
      <Composer
        input={input}
        text={text}
        onChange={setText}
        pending={talk.pending}
        editing={editing !== undefined}
        onCancelEdit={() => {
          setEditing(undefined);
          setText('');
        }}
        onSend={() => {
          send(text, editing);
          setText('');
        }}
        onStop={talk.stop}
      />
    </div>
  );
}
