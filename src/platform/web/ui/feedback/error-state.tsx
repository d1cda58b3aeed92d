import { RotateCw, TriangleAlert } from 'lucide-react';
import { ApiError } from '../../api-error.ts';
import { Button } from '../action/button.tsx';
import { IdChip } from '../value/id-chip.tsx';

export type ErrorStateProps = {
  /** What failed: 'The assets could not be loaded'. A message that it contains is not repeated below. */
  title: string;
  error?: unknown;
  onRetry?: () => void;
  retrying?: boolean;
};

/** Shows what failed, why, what to do, and the request id to quote. */
export function ErrorState({ title, error, onRetry, retrying = false }: ErrorStateProps) {
  const hint = error instanceof ApiError ? error.hint : undefined;
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  const message = (error instanceof Error && error.message) || 'Unknown error';
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-10 text-center">
      <span data-tone="red" className="grid size-10 place-items-center rounded-full bg-tone-soft text-tone-ink">
        <TriangleAlert aria-hidden="true" size={18} />
      </span>
      <p className="mt-4 font-medium">{title}</p>
      <p className="mt-1 max-w-[52ch] text-pretty wrap-anywhere text-muted">
        {title.includes(message) ? null : message}
        {hint ? ` ${hint}` : null}
      </p>
      {onRetry ? (
        <Button
          className="mt-5"
          icon={<RotateCw aria-hidden="true" size={14} />}
          busy={retrying && 'Retrying…'}
          onClick={onRetry}
        >
          Try again
        </Button>
      ) : null}
      {requestId ? (
        <p className="mt-4 flex items-center gap-2 text-12 text-faint">
          Request <IdChip id={requestId} label="Request id" />
        </p>
      ) : null}
    </div>
  );
}
