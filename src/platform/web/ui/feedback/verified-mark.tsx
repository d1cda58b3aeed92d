import { CircleDashed, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../action/button.tsx';
import { classNames } from '../tokens/class-names.ts';
import { Spinner } from './spinner.tsx';

export type Check = {
  readonly label: ReactNode;
  readonly holds: boolean;
  /** The result of the check in two or three plain words. The summary of a successful verification joins them. */
  readonly short?: string | undefined;
};
export type VerifiedMarkProps = {
  state: 'idle' | 'checking' | 'holds' | 'broken';
  /** The sentence for the state, such as 'This block is unchanged since it was recorded'. */
  title: string;
  /** Each check with its outcome. */
  checks?: readonly Check[];
  onCheck?: () => void;
  /** Further actions with the proof, next to the button. */
  actions?: ReactNode;
};

const marks = {
  idle: { icon: CircleDashed, tone: 'grey' },
  checking: { icon: undefined, tone: 'amber' },
  holds: { icon: ShieldCheck, tone: 'green' },
  broken: { icon: ShieldAlert, tone: 'red' },
} as const;

/**
 * Shows whether something was verified, first in plain words. Never shows 'verified' without naming the subject. The
 * individual checks expand on demand; a failed one is always shown.
 */
export function VerifiedMark({ state, title, checks = [], onCheck, actions }: VerifiedMarkProps) {
  const { icon: Icon, tone } = marks[state];
  const failed = checks.filter((check) => !check.holds);
  const summary = checks.flatMap(({ holds, short }) => (holds && short ? [short] : [])).join(' · ');
  return (
    <div
      data-tone={tone}
      className={classNames(
        'rounded-8 border border-tone-line px-4 py-2.5',
        state === 'broken' ? 'bg-tone-soft text-tone-ink' : 'bg-surface text-ink',
      )}
    >
      <div className="flex min-h-control-small flex-wrap items-center gap-x-3 gap-y-2">
        <span className="text-tone-ink">
          {Icon ? <Icon aria-hidden="true" size={18} className="shrink-0" /> : <Spinner size={18} />}
        </span>
        <div aria-live="polite" className="min-w-0 flex-1 basis-44">
          <p className="font-medium">{title}</p>
          {state === 'holds' && summary !== '' ? <p className="text-13 text-muted">{summary}</p> : null}
        </div>
        <div className="flex items-center gap-2">
          {onCheck ? (
            // It stays while checking. Without it, the keyboard focus would be lost.
            <Button size="small" busy={state === 'checking' && 'Verifying…'} onClick={onCheck}>
              {state === 'idle' ? 'Verify' : 'Verify again'}
            </Button>
          ) : null}
          {actions}
        </div>
      </div>
      {failed.length > 0 ? <CheckList checks={failed} /> : null}
      {checks.length > failed.length && state !== 'checking' ? (
        <details className="mt-1 ml-7.5 text-13">
          <summary className="min-h-6 w-fit rounded-6 text-muted underline decoration-line-strong underline-offset-4 hover:text-ink">
            {failed.length === 0 ? 'What was checked' : 'What holds'}
          </summary>
          <CheckList checks={checks.filter((check) => check.holds)} />
        </details>
      ) : null}
    </div>
  );
}

function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="mt-2 flex flex-col gap-1 border-t border-line pt-2.5 text-13">
      {checks.map((check, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the checks are a fixed list in a fixed order.
        <li key={index} data-tone={check.holds ? 'green' : 'red'} className="flex gap-3">
          <span aria-hidden="true" className="w-4.5 shrink-0 text-center font-semibold text-tone-ink">
            {check.holds ? '✓' : '✕'}
          </span>
          <span className="sr-only">{check.holds ? 'Holds:' : 'Broken:'}</span>
          <span className="min-w-0 wrap-anywhere">{check.label}</span>
        </li>
      ))}
    </ul>
  );
}
