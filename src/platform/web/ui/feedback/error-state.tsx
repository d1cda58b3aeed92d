import { RotateCw, TriangleAlert, WifiOff } from 'lucide-react';
import { ApiError } from '../../api-error.ts';
import { Button } from '../action/button.tsx';
import { classNames } from '../tokens/class-names.ts';
import { IdChip } from '../value/id-chip.tsx';
import { Prose } from '../value/prose.tsx';

export type ErrorStateProps = {
  /** The failure: 'The assets could not be loaded'. A message that it contains is not repeated below. */
  title: string;
  error?: unknown;
  onRetry?: () => void;
  retrying?: boolean;
  /** Set if the page shows nothing else: the title becomes its heading. */
  page?: boolean;
};

/**
 * Shows what failed, why, what to do, and the request id to quote. A lost connection is not a failure of the content:
 * it is shown in a neutral style, and the shell announces it once.
 */
export function ErrorState({ title, error, onRetry, retrying = false, page = false }: ErrorStateProps) {
  const hint = error instanceof ApiError ? error.hint : undefined;
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  const cut = error instanceof ApiError && error.status === 0;
  const Icon = cut ? WifiOff : TriangleAlert;
  const Title = page ? 'h1' : 'p';
  const message = (error instanceof Error && error.message) || 'Unknown error';
  return (
    <div
      {...(cut ? {} : { role: 'alert' })}
      className={classNames('flex flex-col items-center px-6 text-center', page ? 'page-width py-24' : 'py-10')}
    >
      {page ? <title>{`${title} · Cairn`}</title> : null}
      <span
        data-tone={cut ? 'grey' : 'red'}
        className="grid size-10 place-items-center rounded-full bg-tone-soft text-tone-ink"
      >
        <Icon aria-hidden="true" size={18} />
      </span>
      <Title className={classNames('mt-4', page ? 'text-20 font-semibold' : 'font-medium')}>{title}</Title>
      <p className="mt-1 max-w-[52ch] text-pretty wrap-anywhere text-muted">
        <Prose text={`${title.includes(message) ? '' : message} ${hint ?? ''}`} />
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
