import { CopyButton } from '../action/copy-button.tsx';
import { classNames } from '../tokens/class-names.ts';

export type CodeBlockProps = {
  code: string;
  /** The accessible name, also used by the copy button. */
  label: string;
  /** Long lines wrap, for text that people read before they agree to it. */
  wraps?: boolean;
};

/** A program or message in monospace, with a button that copies all of it. */
export function CodeBlock({ code, label, wraps = false }: CodeBlockProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and many landmarks would hide the page’s own.
    <div role="group" aria-label={label} className="relative min-w-0 rounded-8 border border-line bg-sunken">
      <span className="absolute top-1 right-1 z-10 rounded-6 bg-sunken">
        <CopyButton text={code} what={label} />
      </span>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className={classNames(
          'max-h-120 overflow-auto rounded-8 p-3 pr-11 font-mono text-12 leading-5',
          wraps && 'wrap-anywhere whitespace-pre-wrap',
        )}
      >
        <code>{code}</code>
      </pre>
    </div>
  );
}
