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
  /** How many filters are set among those that a phone folds away. */
  active: number;
  /** Both given where the page decides when the filters stand open. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Where its parts stand. */
  className?: string;
  children: ReactNode;
};

/**
 * What narrows a list. From 768 px on all of it is in view; below, what stands in a `FilterFold` is behind the
 * `FilterToggle`, so that the rows begin on the first screen. What must stay in reach stands beside them.
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

/** Opens and closes what is folded away, and says how many filters are set there. */
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

/** What a phone folds away: as many columns as fit there, and from 768 px on places in the layout around it. */
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
  if (disclosure === null) throw new Error('This stands in a FilterBar only.');
  return disclosure;
}
