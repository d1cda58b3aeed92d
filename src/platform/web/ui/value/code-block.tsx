import { CopyButton } from '../action/copy-button.tsx';

export type CodeBlockProps = {
  code: string;
  /** What it is: its name for screen readers, and what the copy button says. */
  label: string;
};

/** A program or a message as it is typed, copied whole. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and many landmarks would hide the page’s own.
    <div role="group" aria-label={label} className="relative min-w-0 rounded-8 border border-line bg-sunken">
      <span className="absolute top-1 right-1 z-10 rounded-6 bg-sunken">
        <CopyButton text={code} what={label} />
      </span>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard.
        tabIndex={0}
        className="max-h-120 overflow-auto rounded-8 p-3 pr-11 font-mono text-12 leading-5"
      >
        <code>{code}</code>
      </pre>
    </div>
  );
}
