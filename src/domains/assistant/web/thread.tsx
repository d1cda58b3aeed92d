import { ArrowDown } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { InterpretationChange } from '#domains/assistant/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
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
  const newest = useRef<HTMLLIElement>(null);
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
  const asked = talk.turns.at(-1);
  const scrolledTo = asked && `${asked.key} ${asked.at}`;
  useEffect(() => {
    // The question goes to the top, and stays there while the answer grows below it.
    if (scrolledTo !== undefined) newest.current?.scrollIntoView({ block: 'start' });
  }, [scrolledTo]);
  const endIsBelow = useIsBelow(end, scrolledTo);

  const send = (question: string, from?: TalkTurn, changes?: readonly InterpretationChange[]) => {
    talk.ask(question, from, changes);
    setEditing(undefined);
  };
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="flex-1">
        <MessageList
          turns={talk.turns}
          greetedAt={greetedAt}
          pending={talk.pending}
          newest={newest}
          end={end}
          onAsk={send}
          onEdit={(turn) => {
            setEditing(turn);
            setText(turn.question);
            input.current?.focus();
          }}
        />
      </div>
      <p aria-live="polite" className="sr-only">
        {talk.said}
      </p>
      <Composer
        above={
          endIsBelow ? (
            <Button
              size="small"
              icon={<ArrowDown aria-hidden="true" size={14} />}
              onClick={({ detail }) => {
                end.current?.scrollIntoView({ block: 'end' });
                // The button goes away, and the focus of a keyboard with it. A tap opens no keyboard.
                if (detail === 0) input.current?.focus({ preventScroll: true });
              }}
            >
              Jump to latest
            </Button>
          ) : null
        }
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

/**
 * Reports whether the element is below the visible area, including behind the composer. `key` changes with the element.
 */
function useIsBelow(element: RefObject<HTMLElement | null>, key: string | undefined): boolean {
  const [below, setBelow] = useState(false);
  useEffect(() => {
    if (key === undefined || element.current === null || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry) setBelow(!entry.isIntersecting && entry.boundingClientRect.top > 0);
      },
      { rootMargin: '0px 0px -160px 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, key]);
  return below;
}
