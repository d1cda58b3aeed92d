import type { ComponentProps, ReactNode } from 'react';
import { Tooltip } from '../overlay/tooltip.tsx';
import { classNames } from '../tokens/class-names.ts';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** What it does: the accessible name and the tooltip. */
  label: string;
  size?: 'small' | 'medium';
  /** False for a well-known icon in a tight space. */
  tooltip?: boolean;
  children: ReactNode;
};

/** An icon-only button. It always has a name, and a target of at least 28 px (36 px for touch). */
export function IconButton({ label, size = 'medium', tooltip = true, className, children, ...rest }: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={classNames(
        'inline-grid print:hidden shrink-0 place-items-center rounded-6 text-muted transition-colors hover:not-disabled:bg-hover hover:not-disabled:text-ink active:not-disabled:bg-press disabled:opacity-50 data-[state=open]:bg-hover',
        size === 'small' ? 'size-control-small' : 'size-control',
        className,
      )}
    >
      {children}
    </button>
  );
  return tooltip ? <Tooltip content={label}>{button}</Tooltip> : button;
}
