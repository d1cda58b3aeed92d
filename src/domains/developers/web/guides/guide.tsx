import type { ReactNode } from 'react';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Prose } from '#platform/web/ui/value/prose.tsx';

/** One guide: a topic that concerns many operations, with a program next to it. */
export function Guide({
  id,
  title,
  code,
  children,
}: {
  id: string;
  title: string;
  code: ReactNode;
  children: ReactNode;
}) {
  return (
    <div id={id} className="scroll-mt-20">
      <Card title={title}>
        <div className="grid gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,4fr)_minmax(0,5fr)]">
          <div className="flex min-w-0 flex-col gap-3">{children}</div>
          <div className="flex min-w-0 flex-col gap-3">{code}</div>
        </div>
      </Card>
    </div>
  );
}

export function Say({ text }: { text: string }) {
  return (
    <p className="text-pretty">
      <Prose text={text} />
    </p>
  );
}

/** A bullet list. */
export function Points({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 marker:text-faint">
      {items.map((item) => (
        <li key={item} className="text-pretty">
          <Prose text={item} />
        </li>
      ))}
    </ul>
  );
}
