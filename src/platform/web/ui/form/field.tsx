import { type ReactNode, useId } from 'react';
import { classNames } from '../tokens/class-names.ts';
import { FieldError } from './field-error.tsx';

/** The attributes that connect a control to its field's label, hint and error. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
};

export type FieldProps = {
  label: string;
  /** Visually hidden but still announced. Use it only where the context explains the field. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/**
 * A labeled control with its hint and error, connected for assistive technology: `{(control) => <TextField {...control}
 * />}`.
 */
export function Field({ label, labelHidden, hint, error, optional, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'flex items-baseline gap-2 text-13 font-medium'}>
        {label}
        {optional ? <span className="font-normal text-faint">optional</span> : null}
      </label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error !== undefined })}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-13 text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
