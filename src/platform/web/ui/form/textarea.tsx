import type { ComponentProps } from 'react';
import { classNames } from '../tokens/class-names.ts';
import { controlClass } from './control-class.ts';

/** A multi-line text input that grows with its text if the browser supports it. */
export function Textarea({ className, mono, ...rest }: ComponentProps<'textarea'> & { mono?: boolean }) {
  return (
    <textarea
      rows={3}
      {...rest}
      className={classNames(
        controlClass,
        'field-sizing-content max-h-96 px-3 py-2',
        mono && 'font-mono text-13',
        className,
      )}
    />
  );
}
