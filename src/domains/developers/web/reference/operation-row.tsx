import { Link } from '@tanstack/react-router';
import { ChevronRight, FlaskConical, Link2 } from 'lucide-react';
import { memo } from 'react';
import { CopyButton } from '#platform/web/ui/action/copy-button.tsx';
import { classNames } from '#platform/web/ui/tokens/class-names.ts';
import { SoftBreaks } from '#platform/web/ui/value/soft-breaks.tsx';
import { AccessBadge } from '../parts/access-badge.tsx';
import { MethodBadge } from '../parts/method-badge.tsx';
import { OperationView, type OperationViewProps } from '../parts/operation-view.tsx';

export type OperationRowProps = OperationViewProps & {
  open: boolean;
  /** Whether the URL points to this operation. */
  highlighted: boolean;
  onToggle: (id: string, open: boolean) => void;
};

/** One operation as a row that expands to its details. */
export const OperationRow = memo(function OperationRow(props: OperationRowProps) {
  const { open, highlighted, onToggle, ...view } = props;
  const { id, method, path, summary, access } = view.operation;
  return (
    <li
      id={id}
      aria-current={highlighted ? 'location' : undefined}
      className="scroll-mt-20 border-l-2 border-l-transparent aria-[current=location]:border-l-accent aria-[current=location]:bg-accent-soft/50"
    >
      <h3>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => onToggle(id, !open)}
          className="flex w-full items-center gap-3 px-4 py-3 text-left hover:bg-hover/60 focus-visible:-outline-offset-2"
        >
          <ChevronRight
            aria-hidden="true"
            size={14}
            className={classNames('shrink-0 text-faint transition-transform', open && 'rotate-90')}
          />
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <MethodBadge method={method} />
            <code className="min-w-0 font-mono text-13 font-medium wrap-anywhere">
              <SoftBreaks text={path} />
            </code>
            <span className="min-w-0 text-13 font-normal text-muted">{summary}</span>
          </span>
          <span className="max-sm:hidden">
            <AccessBadge access={access} />
          </span>
        </button>
      </h3>
      {open ? (
        <div className="border-t border-line bg-surface px-4 pt-4 pb-6 sm:pl-11">
          <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-13">
            <span className="sm:hidden">
              <AccessBadge access={access} />
            </span>
            <Link
              to="/testing"
              search={{ operation: id }}
              className="inline-flex min-h-6 items-center gap-1.5 text-accent-ink hover:underline"
            >
              <FlaskConical aria-hidden="true" size={14} />
              Open in API Testing
            </Link>
            <span className="inline-flex items-center gap-1.5 text-muted">
              <Link2 aria-hidden="true" size={14} />#{id}
              <CopyButton text={`${window.location.origin}/api-docs#${id}`} what="link to this operation" />
            </span>
          </div>
          <OperationView {...view} />
        </div>
      ) : null}
    </li>
  );
});
