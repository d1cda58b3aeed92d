import { Check, ChevronRight, Minus, X } from 'lucide-react';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { classNames } from '#platform/web/ui/tokens/class-names.ts';
import type { Components } from '../api/api-document.ts';
import type { Operation } from '../api/operations.ts';
import { MethodBadge } from '../parts/method-badge.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { ExchangeView } from '../testing/exchange-view.tsx';
import { RequestFacts } from '../testing/request-facts.tsx';
import { matchOperation } from '../testing/target.ts';
import type { TestingSearch } from '../testing/testing-search.ts';
import type { StepResult } from './run-suite.ts';
import type { SuiteRun } from './use-suite-run.ts';

export type SuiteResultsProps = {
  run: SuiteRun;
  operations: readonly Operation[];
  components: Components;
  search: TestingSearch;
  onChange: (next: TestingSearch) => void;
};

/** Each test with its outcome; expanded, with its request and response. */
export function SuiteResults({ run, search, onChange, ...view }: SuiteResultsProps) {
  return (
    <Card title="Results" flush>
      <ul aria-label="Test results" className="divide-y divide-line border-t border-line">
        {run.results.map((result) => {
          const open = search.step === result.step.id;
          return (
            <li key={result.step.id}>
              <ResultHead
                result={result}
                open={open}
                onToggle={() => onChange({ step: open ? undefined : result.step.id })}
              />
              {open ? <ResultDetails result={result} search={search} onChange={onChange} {...view} /> : null}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function ResultHead({ result, open, onToggle }: { result: StepResult; open: boolean; onToggle: () => void }) {
  const { step, passed, exchange } = result;
  const { tone, Icon, word } =
    exchange === undefined
      ? { tone: 'grey', Icon: Minus, word: 'Skipped' }
      : passed
        ? { tone: 'green', Icon: Check, word: 'Passed' }
        : { tone: 'red', Icon: X, word: 'Failed' };
  return (
    <h3>
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-hover/60 focus-visible:-outline-offset-2"
      >
        <ChevronRight
          aria-hidden="true"
          size={14}
          className={classNames('shrink-0 text-faint transition-transform', open && 'rotate-90')}
        />
        <span
          data-tone={tone}
          className="grid size-6 shrink-0 place-items-center rounded-full bg-tone-soft text-tone-ink"
        >
          <Icon aria-hidden="true" size={14} />
        </span>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">
            <span className="sr-only">{word}: </span>
            {step.name}
          </span>
          {exchange ? (
            <span className="flex min-w-0 items-center gap-2">
              <MethodBadge method={exchange.request.method} />
              <code className="min-w-0 truncate font-mono text-12 text-muted">{exchange.request.target}</code>
            </span>
          ) : (
            <span className="text-13 text-muted">{result.skipped}</span>
          )}
        </span>
        {exchange ? (
          <span className="flex shrink-0 items-center gap-3">
            <StatusBadge status={exchange.status} />
            <span className="tabular w-16 text-right text-13 text-muted">{Math.round(exchange.milliseconds)} ms</span>
          </span>
        ) : null}
      </button>
    </h3>
  );
}

function ResultDetails({
  result,
  operations,
  components,
  search,
  onChange,
}: Omit<SuiteResultsProps, 'run'> & { result: StepResult }) {
  const { step, exchange, skipped } = result;
  if (exchange === undefined) return <p className="border-t border-line px-4 py-4 text-muted sm:pl-17">{skipped}.</p>;
  const { method, target } = exchange.request;
  return (
    <div className="flex flex-col gap-5 border-t border-line px-4 pt-4 pb-6 sm:pl-17">
      <p>
        Expected: status {step.expected}, and {step.also}.{' '}
        {exchange.failure ? <span className="font-medium">Network failure: {exchange.failure}</span> : null}
      </p>
      <RequestFacts request={exchange.request} />
      <ExchangeView
        exchange={exchange}
        operation={matchOperation(operations, method, target)?.operation}
        components={components}
        view={search.view ?? 'pretty'}
        onViewChange={(view) => onChange({ view: view === 'pretty' ? undefined : view })}
      />
    </div>
  );
}
