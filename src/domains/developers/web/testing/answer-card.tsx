import { formatCounted } from '#platform/web/format-number.ts';
import { formatMinute } from '#platform/web/format-time.ts';
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

/** The response to a request, its assertions, and its differences from the previous response. */
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
      <Card title="Response">
        <div aria-busy={sending}>
          <EmptyState
            title={sending ? 'Waiting for the response' : 'Nothing sent yet'}
            description="Choose an endpoint, fill it in and send it. Nothing is sent before that."
          />
        </div>
      </Card>
    );
  const { method, target } = exchange.request;
  const operation = matchOperation(test.match ? [test.match.operation] : [], method, target)?.operation;
  return (
    <Card title="Response">
      <div className="flex flex-col gap-5">
        <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <StatusBadge status={exchange.status} />
          <span className="tabular text-13 text-muted">{Math.round(exchange.milliseconds)} ms</span>
          <span className="tabular text-13 text-muted">{sizeInWords(exchange.bytes)}</span>
          {exchange.cut ? <Badge tone="amber">truncated</Badge> : null}
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

/** The differences from the previous response to the same request. */
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
        {changes.length === 0
          ? 'Same as the previous response'
          : `${formatCounted(changes.length, 'difference')} from the previous response`}
      </summary>
      <div className="mt-2">
        <ChangeList
          label="Differences from the previous response"
          nothing={`No differences since ${formatMinute(Date.parse(before.at))}.`}
          changes={changes}
        />
      </div>
    </details>
  );
}
