/** A sentence in which `words between backticks` are code. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change their order.
      <code key={at} className="rounded-[4px] bg-stone-4 px-1 py-0.5 font-mono text-12 wrap-anywhere text-ink">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
