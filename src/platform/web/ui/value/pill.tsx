import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../tokens/class-names.ts';

const shape =
  'inline-flex h-6 max-w-full items-center gap-1 rounded-full border border-line px-2.5 text-12 font-medium whitespace-nowrap';

/**
 * A name and its value in one line; the value is cut at the end of the line. Without a name, only the value is shown.
 */
export function Pill({ name, children }: { name?: string | undefined; children: ReactNode }) {
  return (
    <span className={classNames(shape, 'text-muted')}>
      <Text name={name}>{children}</Text>
    </span>
  );
}

export type PillButtonProps = Omit<ComponentProps<'button'>, 'children' | 'name'> & {
  name?: string | undefined;
  children: ReactNode;
};

/** A pill that opens a menu. It needs its own accessible name. */
export function PillButton({ name, children, className, ...rest }: PillButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        shape,
        'border-line-strong bg-surface text-ink transition-colors select-none hover:bg-hover active:bg-press print:hidden',
        className,
      )}
    >
      <Text name={name}>{children}</Text>
      <ChevronDown aria-hidden="true" size={12} className="-mr-0.5 shrink-0 text-faint" />
    </button>
  );
}

const Text = ({ name, children }: { name: string | undefined; children: ReactNode }) => (
  <>
    {name === undefined ? null : <span className="font-normal text-muted">{name}</span>}
    <span className="truncate">{children}</span>
  </>
);
