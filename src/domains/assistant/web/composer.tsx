import { ArrowUp, Square } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';

/** Quick questions, and the text that each puts into the input. */
const quickQuestions = [
  { label: 'Asset location', question: 'Where is asset ' },
  { label: 'How to register', question: 'How do I register?' },
  { label: 'How to add an event', question: 'How do I add an event?' },
  { label: 'Registered participants', question: 'Which participants are registered?' },
  { label: 'Help', question: 'Help' },
] as const;

export type ComposerProps = {
  /** Floats above the input. */
  above: ReactNode;
  input: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
  pending: boolean;
  editing: boolean;
  onCancelEdit: () => void;
  onSend: () => void;
  onStop: () => void;
};

/** The input for the next question. Enter sends, Shift+Enter adds a line. */
export function Composer({
  above,
  input,
  text,
  onChange,
  pending,
  editing,
  onCancelEdit,
  onSend,
  onStop,
}: ComposerProps) {
  const hint = useId();
  const sendable = text.trim() !== '' && !pending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sendable) onSend();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (sendable) onSend();
  };
  const fill = (question: string) => {
    onChange(question);
    input.current?.focus();
  };
  return (
    <form
      onSubmit={submit}
      // A phone's bar grows by the height of a notice, such as the one of a lost connection.
      className="sticky bottom-14 z-20 mt-8 flex flex-col gap-2 border-t border-line bg-page py-3 max-sm:[body:has([data-notice])_&]:bottom-22 sm:bottom-0 print:hidden"
    >
      {above ? <div className="absolute inset-x-0 -top-11 flex justify-center">{above}</div> : null}
      <ul aria-label="Quick questions" className="flex gap-2 overflow-x-auto py-0.5 sm:flex-wrap">
        {quickQuestions.map(({ label, question }) => (
          <li key={label} className="shrink-0">
            <Button size="small" onClick={() => fill(question)}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
      {editing ? (
        <Banner
          action={
            <Button size="small" onClick={onCancelEdit}>
              Cancel
            </Button>
          }
        >
          Sending replaces that question and everything after it.
        </Banner>
      ) : null}
      <div className="flex items-end gap-2">
        <Textarea
          ref={input}
          rows={1}
          data-slash
          aria-label="Your question"
          aria-describedby={hint}
          placeholder="Ask about an asset, a block, a participant…"
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          className="max-h-48 min-h-control flex-1"
        />
        {pending ? (
          <Button icon={<Square aria-hidden="true" size={12} />} onClick={onStop}>
            Stop
          </Button>
        ) : null}
        <Button type="submit" variant="primary" disabled={!sendable} icon={<ArrowUp aria-hidden="true" size={15} />}>
          Send
        </Button>
      </div>
      <p id={hint} className="text-12 text-muted max-sm:sr-only">
        Enter sends, Shift+Enter adds a line. The assistant uses your own permissions and records nothing on its own.
      </p>
    </form>
  );
}
