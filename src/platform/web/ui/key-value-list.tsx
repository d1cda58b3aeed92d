import type { ReactNode } from 'react';

export type KeyValue = { readonly label: string; readonly value: ReactNode };

/** Facts about one thing, name beside value. */
export function KeyValueList({ items }: { items: readonly KeyValue[] }) {
  return (
    <dl className="divide-y divide-line">
      {items.map((item) => (
        <div
          key={item.label}
          className="grid grid-cols-[minmax(6.5rem,30%)_1fr] gap-x-4 gap-y-0.5 py-2 first:pt-0 last:pb-0 sm:grid-cols-[minmax(6.5rem,min(30%,11rem))_1fr]"
        >
          <dt className="text-13 leading-6 text-muted">{item.label}</dt>
          <dd className="min-w-0 leading-6 wrap-anywhere">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
