import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { ScrollingRow } from './scrolling-row.tsx';

export type Tab = {
  readonly value: string;
  readonly label: string;
  readonly count?: number;
  readonly disabled?: boolean;
  readonly content: ReactNode;
};

/**
 * Tabbed views. Scrolls the open tab into view if the tabs are wider than the page. The open tab belongs in the URL:
 * pass `value` from there.
 */
export function Tabs({
  label,
  value,
  onValueChange,
  tabs,
}: {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  tabs: readonly Tab[];
}) {
  const list = useRef<HTMLDivElement>(null);
  // A count that arrives later makes the row wider.
  const counts = tabs.map(({ count }) => count).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opened tab comes into view
  useLayoutEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[data-state=active]');
    // Only this list scrolls; the page does not move.
    if (list.current && open)
      list.current.scrollLeft = open.offsetLeft - (list.current.clientWidth - open.offsetWidth) / 2;
  }, [value, counts]);
  return (
    <Radix.Root value={value} onValueChange={onValueChange}>
      <ScrollingRow row={list} className="border-b border-line print:hidden">
        <Radix.List
          ref={list}
          aria-label={label}
          className="relative flex gap-5 overflow-x-auto [scrollbar-width:none]"
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              disabled={tab.disabled ?? false}
              className="flex h-control items-center gap-2 border-b-2 border-transparent font-medium whitespace-nowrap text-muted transition-colors hover:not-disabled:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink disabled:opacity-50"
            >
              {tab.label}
              {tab.count === undefined ? null : (
                <span className="tabular rounded-full bg-stone-4 px-1.5 text-12 text-muted">{tab.count}</span>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </ScrollingRow>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
