import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export type Tab = {
  readonly value: string;
  readonly label: string;
  readonly count?: number;
  readonly disabled?: boolean;
  readonly content: ReactNode;
};

/** Tabbed views. The open tab belongs in the URL: pass `value` from there. */
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
  return (
    <Radix.Root value={value} onValueChange={onValueChange}>
      <Radix.List
        aria-label={label}
        className="flex gap-5 overflow-x-auto border-b border-line [scrollbar-width:none] print:hidden"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled ?? false}
            className="-mb-px flex h-control items-center gap-2 border-b-2 border-transparent font-medium whitespace-nowrap text-muted transition-colors hover:not-disabled:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink disabled:opacity-50"
          >
            {tab.label}
            {tab.count === undefined ? null : (
              <span className="tabular rounded-full bg-stone-4 px-1.5 text-12 text-muted">{tab.count}</span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
