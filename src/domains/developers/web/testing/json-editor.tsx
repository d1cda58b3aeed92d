import { type RefObject, useMemo } from 'react';
import type { ControlProps } from '#platform/web/ui/form/field.tsx';
import { classNames } from '#platform/web/ui/tokens/class-names.ts';
import type { TextSpot } from './json-text.ts';

export type JsonEditorProps = ControlProps & {
  value: string;
  onChange: (text: string) => void;
  /** What is marked as wrong. */
  marks: readonly TextSpot[];
  editor: RefObject<HTMLTextAreaElement | null>;
};

/** A text of JSON with its lines counted; what is wrong is marked where it stands. */
export function JsonEditor({ value, onChange, marks, editor, ...control }: JsonEditorProps) {
  const lines = value.split('\n');
  const wrong = new Set(marks.map(({ line }) => line));
  const pieces = useMemo(() => marked(value, marks), [value, marks]);
  return (
    <div className="flex max-h-120 overflow-auto rounded-6 border border-control/60 bg-surface font-mono text-13 leading-5 focus-within:border-accent">
      <div
        aria-hidden="true"
        className="sticky left-0 z-10 shrink-0 border-r border-line bg-sunken py-2 text-right text-12 leading-5 text-muted select-none"
      >
        {lines.map((_, at) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
            key={at}
            {...(wrong.has(at + 1) ? { 'data-tone': 'red' } : {})}
            className={classNames('px-2', wrong.has(at + 1) && 'bg-tone-soft font-medium text-tone-ink')}
          >
            {at + 1}
          </div>
        ))}
      </div>
      <div className="grid min-h-34 min-w-0 flex-1">
        {/* It gives the field its size, so that line and number stay side by side. */}
        <pre
          aria-hidden="true"
          className="pointer-events-none w-fit min-w-full px-3 py-2 whitespace-pre text-transparent [grid-area:1/1]"
        >
          {pieces.map(({ text, wrong: isWrong }, at) =>
            isWrong ? (
              <mark
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their places.
                key={at}
                data-tone="red"
                className="rounded-[2px] bg-tone-line text-transparent"
              >
                {text}
              </mark>
            ) : (
              text
            ),
          )}
          {'\n'}
        </pre>
        <textarea
          {...control}
          ref={editor}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="relative min-w-full resize-none overflow-hidden bg-transparent px-3 py-2 whitespace-pre text-ink outline-none [grid-area:1/1]"
        />
      </div>
    </div>
  );
}

/** The text in pieces, those that are wrong told apart. A mark of no length covers the character before it. */
function marked(text: string, marks: readonly TextSpot[]): readonly { text: string; wrong: boolean }[] {
  const pieces: { text: string; wrong: boolean }[] = [];
  let at = 0;
  for (const { offset, length } of marks.toSorted((a, b) => a.offset - b.offset)) {
    const from = Math.max(at, length === 0 ? offset - 1 : offset);
    const to = Math.max(from, offset + length);
    pieces.push({ text: text.slice(at, from), wrong: false }, { text: text.slice(from, to), wrong: true });
    at = to;
  }
  return [...pieces, { text: text.slice(at), wrong: false }].filter((piece) => piece.text !== '');
}
