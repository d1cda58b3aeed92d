import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../tokens/class-names.ts';
import { controlClass } from './control-class.ts';

export type SelectOption = { readonly value: string; readonly label: string; readonly disabled?: boolean };

export type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'size'> & {
  options: readonly SelectOption[];
  /** Shown, but not selectable, while the value is ''. */
  placeholder?: string;
};

/** A choice from a short, fixed list. It is a native select, so phones and screen readers support it. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <span className={classNames('relative flex items-center', className)}>
      <select {...rest} className={classNames('select', controlClass, textBeforeMark, 'h-control pr-8 pl-3')}>
        {placeholder ? (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        ) : null}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled ?? false}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronsUpDown aria-hidden="true" size={14} className="pointer-events-none absolute right-2.5 text-faint" />
    </span>
  );
}

// A custom-styled select ignores an ellipsis, and overflowing text runs under the arrow.
const textBeforeMark = 'whitespace-nowrap text-ellipsis overflow-clip [overflow-clip-margin:content-box]';
