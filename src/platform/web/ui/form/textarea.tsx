import type { ComponentProps } from 'react';
import { classNames } from '../tokens/class-names.ts';
import { controlClass } from './control-class.ts';

/** A text control of several lines that grows with its text where the browser can. */
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
