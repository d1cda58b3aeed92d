import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { ChangeList } from '#platform/web/ui/value/change-list.tsx';
import type { Components } from '../api/api-document.ts';
import { StatusBadge } from '../parts/status-badge.tsx';
import { AssertionResults } from './assertion-rows.tsx';
import { compareAnswers } from './compare-answers.ts';
import { sizeInWords } from './exchange.ts';
import { ExchangeView } from './exchange-view.tsx';
import { matchOperation } from './target.ts';
import type { AnswerView } from './testing-search.ts';
import type { CustomTest } from './use-custom-test.ts';

/** What came back to the request, what was asserted of it, and how it differs from the time before. */
export function AnswerCard({
  test,
  components,
  view,
  onViewChange,
}: {
  test: CustomTest;
  components: Components;
  view: AnswerView;
  onViewChange: (view: AnswerView) => void;
}) {
  const { exchange, draft, sending } = test;
  if (exchange === undefined)
    return (
      <Card title="Answer">
        <div aria-busy={sending}>
          <EmptyState
            title={sending ? 'Waiting for the answer' : 'Nothing sent yet'}
            description="Choose an endpoint, fill it in, and send it. Nothing leaves this page before."
          />
        </div>
      </Card>
    );
  const { method, target } = exchange.request;
  const operation = matchOperation(test.match ? [test.match.operation] : [], method, target)?.operation;
  return (
    <Card title="Answer">
      <div className="flex flex-col gap-5">
        <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <StatusBadge status={exchange.status} />
          <span className="tabular text-13 text-muted">{Math.round(exchange.milliseconds)} ms</span>
          <span className="tabular text-13 text-muted">{sizeInWords(exchange.bytes)}</span>
          {exchange.cut ? <Badge tone="amber">beginning only</Badge> : null}
          {exchange.failure ? <span className="wrap-anywhere">{exchange.failure}</span> : null}
        </p>
        <AssertionResults assertions={draft.assertions} exchange={exchange} />
        {exchange.status === 0 ? null : (
          <ExchangeView
            exchange={exchange}
            operation={operation}
            components={components}
            view={view}
            onViewChange={onViewChange}
          />
        )}
        <Comparison test={test} />
      </div>
    </Card>
  );
}

/** How the answer differs from the last one to the same request. */
function Comparison({ test }: { test: CustomTest }) {
  const [newest, ...earlier] = test.history;
  if (newest === undefined || newest.at !== test.exchange?.at) return null;
  const before = earlier.find(
    ({ draft }) => draft.method === newest.draft.method && draft.endpoint === newest.draft.endpoint,
  );
  if (before === undefined) return null;
  const changes = compareAnswers(before.answer, newest.answer);
  return (
    <details>
      <summary className="min-h-6 w-fit cursor-pointer text-13 text-accent-ink">
        {changes.length === 0 ? 'The same as the time before' : `${changes.length} differences from the time before`}
      </summary>
      <div className="mt-2">
        <ChangeList
          label="Differences from the time before"
          nothing={`Nothing differs from ${new Date(before.at).toLocaleTimeString()}.`}
          changes={changes}
        />
      </div>
    </details>
  );
}
