import { Check, Copy } from 'lucide-react';
import { Tooltip } from '../overlay/tooltip.tsx';
import { classNames } from '../tokens/class-names.ts';
import { useCopy } from './use-copy.ts';

/**
 * A text that is copied on click. A shortened text is shown in full on hover and focus; a text that is not shortened is
 * never cut off.
 */
export function CopyChip({
  text,
  short,
  label,
  boxed,
}: {
  text: string;
  short: string;
  label: string;
  boxed?: boolean;
}) {
  const { state, copy } = useCopy();
  return (
    <>
      <Tooltip content={<span className="font-mono">{text}</span>}>
        <button
          type="button"
          onClick={() => copy(text)}
          className={classNames(
            'group inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-6 font-mono text-12 text-ink transition-colors',
            boxed ? 'border border-line bg-sunken px-1.5 hover:border-line-strong' : '-mx-1 px-1 hover:bg-hover',
          )}
        >
          <span className="sr-only">Copy {label}</span>
          <span className={short === text ? 'text-start wrap-anywhere' : 'whitespace-nowrap'}>{short}</span>
          {state === 'copied' ? (
            <Check aria-hidden="true" size={12} className="shrink-0 text-accent-ink" />
          ) : (
            <Copy aria-hidden="true" size={12} className="shrink-0 text-faint opacity-60 group-hover:opacity-100" />
          )}
        </button>
      </Tooltip>
      <span aria-live="polite" className="sr-only">
        {state === 'copied' ? `Copied ${label}` : ''}
      </span>
    </>
  );
}
