import { ListFilter } from 'lucide-react';
import { createContext, type ReactNode, use, useId, useMemo, useState } from 'react';
import { Button } from '../action/button.tsx';
import { classNames } from '../tokens/class-names.ts';

type Disclosure = {
  readonly id: string;
  readonly active: number;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};
const foldClass = 'col-span-full w-full grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] items-end gap-3 md:contents';
const FilterContext = createContext<Disclosure | null>(null);

export type FilterBarProps = {
  /** How many of the filters that a phone collapses are set. */
  active: number;
  /** Set both if the page controls whether the filters are open. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The layout of its parts. */
  className?: string;
  children: ReactNode;
};

/**
 * The filters of a list. From 768 px on, all of them are visible. Below, those in a `FilterFold` collapse behind the
 * `FilterToggle`, so that the rows start on the first screen. Put filters that must stay in reach beside it.
 */
export function FilterBar({ active, open, onOpenChange, className, children }: FilterBarProps) {
  const id = useId();
  const [ownOpen, setOwnOpen] = useState(false);
  const disclosure = useMemo(
    () => ({ id, active, open: open ?? ownOpen, onOpenChange: onOpenChange ?? setOwnOpen }),
    [id, active, open, ownOpen, onOpenChange],
  );
  return (
    <FilterContext value={disclosure}>
      <search className={className}>{children}</search>
    </FilterContext>
  );
}

/** Expands and collapses the filters, and shows how many of them are set. */
export function FilterToggle({ className }: { className?: string }) {
  const { id, active, open, onOpenChange } = useDisclosure();
  return (
    <Button
      icon={<ListFilter aria-hidden="true" size={16} />}
      aria-expanded={open}
      aria-controls={id}
      className={classNames('md:hidden', className)}
      onClick={() => onOpenChange(!open)}
    >
      {active > 0 ? `Filters · ${active}` : 'Filters'}
    </Button>
  );
}

/** The filters that a phone collapses, in as many columns as fit. From 768 px on, part of the surrounding layout. */
export function FilterFold({ children }: { children: ReactNode }) {
  const { id, open } = useDisclosure();
  return (
    <div id={id} className={classNames(foldClass, open ? 'grid' : 'hidden')}>
      {children}
    </div>
  );
}

function useDisclosure(): Disclosure {
  const disclosure = use(FilterContext);
  if (disclosure === null) throw new Error('Render this inside a FilterBar.');
  return disclosure;
}
