import type { ReactNode } from 'react';
import { Tooltip } from '../overlay/tooltip.tsx';

export type KeyValue = {
  readonly label: string;
  readonly value: ReactNode;
  /** An explanation of the name, on hover and focus. */
  readonly hint?: string;
};

/** Shows facts about one thing, name beside value. */
export function KeyValueList({ items }: { items: readonly KeyValue[] }) {
  return (
    <dl className="divide-y divide-line">
      {items.map((item) => (
        <div
          key={item.label}
          className="grid grid-cols-[minmax(6.5rem,30%)_1fr] gap-x-4 gap-y-0.5 py-2 first:pt-0 last:pb-0 sm:grid-cols-[minmax(6.5rem,min(30%,11rem))_1fr]"
        >
          <dt className="text-13 leading-6 text-muted">
            {item.hint === undefined ? item.label : <Explained label={item.label} hint={item.hint} />}
          </dt>
          {/* A date on one line would exceed a phone of 320 px if day and hour have two digits. */}
          <dd className="min-w-0 leading-6 wrap-anywhere [&_time]:whitespace-normal">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Explained({ label, hint }: { label: string; hint: string }) {
  return (
    <Tooltip content={hint} side="top">
      <span
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the explanation must be reachable by keyboard
        tabIndex={0}
        className="cursor-help rounded-6 underline decoration-stone-8 decoration-dotted underline-offset-4"
      >
        {label}
        <span className="sr-only">. {hint}</span>
      </span>
    </Tooltip>
  );
}
