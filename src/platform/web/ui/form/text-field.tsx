import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../tokens/class-names.ts';
import { controlClass } from './control-class.ts';

export type TextFieldProps = ComponentProps<'input'> & {
  /** A decorative icon before the text. */
  leading?: ReactNode;
  /** A small control after the text: clear, show, scan. */
  trailing?: ReactNode;
};

/** A one-line text input. Label it with `Field`. */
export function TextField({ leading, trailing, className, ...rest }: TextFieldProps) {
  return (
    <span className={classNames('relative flex items-center', className)}>
      {leading ? (
        <span aria-hidden="true" className="pointer-events-none absolute left-2.5 text-faint">
          {leading}
        </span>
      ) : null}
      <input
        type="text"
        {...rest}
        className={classNames(controlClass, 'h-control', leading ? 'pl-8.5' : 'pl-3', trailing ? 'pr-10' : 'pr-3')}
      />
      {trailing ? <span className="absolute right-0.5 flex items-center">{trailing}</span> : null}
    </span>
  );
}
