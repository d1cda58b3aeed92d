import { CircleDashed, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../action/button.tsx';
import { classNames } from '../tokens/class-names.ts';
import { Spinner } from './spinner.tsx';

export type Check = { readonly label: ReactNode; readonly holds: boolean };
export type VerifiedMarkProps = {
  state: 'idle' | 'checking' | 'holds' | 'broken';
  /** The sentence for the state, such as 'This block is unchanged since it was recorded'. */
  title: string;
  /** Each check with its outcome. */
  checks?: readonly Check[];
  onCheck?: () => void;
};

const marks = {
  idle: { icon: CircleDashed, tone: 'grey' },
  checking: { icon: undefined, tone: 'amber' },
  holds: { icon: ShieldCheck, tone: 'green' },
  broken: { icon: ShieldAlert, tone: 'red' },
} as const;

/** Shows whether something was verified, and by which checks. Never shows 'verified' without naming what. */
export function VerifiedMark({ state, title, checks = [], onCheck }: VerifiedMarkProps) {
  const { icon: Icon, tone } = marks[state];
  return (
    <div
      data-tone={tone}
      className={classNames(
        'rounded-8 border border-tone-line px-4 py-3',
        state === 'broken' ? 'bg-tone-soft text-tone-ink' : 'bg-surface text-ink',
      )}
    >
      <div className="flex min-h-control-small items-center gap-3">
        <span className="text-tone-ink">
          {Icon ? <Icon aria-hidden="true" size={18} className="shrink-0" /> : <Spinner size={18} />}
        </span>
        <p aria-live="polite" className="min-w-0 flex-1 font-medium">
          {title}
        </p>
        {onCheck && state !== 'checking' ? (
          <Button size="small" onClick={onCheck}>
            {state === 'idle' ? 'Verify' : 'Verify again'}
          </Button>
        ) : null}
      </div>
      {checks.length > 0 ? (
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
      ) : null}
    </div>
  );
}
