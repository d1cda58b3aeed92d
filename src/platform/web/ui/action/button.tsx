import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { classNames } from '../tokens/class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const base =
  'inline-flex items-center justify-center gap-2 rounded-6 border font-medium whitespace-nowrap select-none transition-colors disabled:opacity-50 aria-busy:cursor-progress aria-busy:opacity-50 print:hidden';
const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:not-disabled:bg-accent-hover',
  secondary: 'border-line-strong bg-surface text-ink hover:not-disabled:bg-hover active:not-disabled:bg-press',
  quiet:
    'border-transparent text-muted hover:not-disabled:bg-hover hover:not-disabled:text-ink active:not-disabled:bg-press',
  danger: 'border-transparent bg-danger text-on-danger hover:not-disabled:bg-danger-hover',
};
const sizes: Record<ButtonSize, string> = {
  small: 'h-control-small px-2.5 text-13',
  medium: 'h-control px-3.5 text-14',
  large: 'h-11 px-5 text-16',
};

/** Returns the button classes, for a link that looks like a button. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'medium'): string {
  return classNames(base, variants[variant], sizes[size]);
}

export type ButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** The text shown with a spinner while the action runs. The button ignores clicks meanwhile. */
  busy?: string | false;
  children: ReactNode;
};

/** Also keeps the form of a busy button from being sent again with Enter, which clicks that button. */
const ignore = (event: MouseEvent) => event.preventDefault();

/**
 * A button with type `button` by default. While busy it keeps its focus, which a disabled button would lose, and ignores
 * clicks.
 */
export function Button({ variant, size, icon, busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy === false ? {} : { 'aria-disabled': true, onClick: ignore })}
      aria-busy={busy !== false}
      className={classNames(buttonClass(variant, size), className)}
    >
      {busy === false ? icon : <Spinner />}
      {busy === false ? children : busy}
    </button>
  );
}
