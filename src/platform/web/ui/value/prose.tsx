/** A sentence in which `words between backticks` are code. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change their order.
      <code key={at} className="rounded-6 bg-stone-4 px-1 text-12 wrap-anywhere">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
