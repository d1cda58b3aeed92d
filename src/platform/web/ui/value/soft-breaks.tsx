import { Fragment } from 'react';

/** Shows an address, path or media type, which breaks after `/`, `@` or a dot before it breaks within a word. */
export function SoftBreaks({ text }: { text: string }) {
  return text.split(/(?<=[/@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));
}
