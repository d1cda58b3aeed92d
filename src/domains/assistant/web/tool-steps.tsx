import { Wrench } from 'lucide-react';
import type { ToolStep } from '#domains/assistant/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { JsonViewer } from '#platform/web/ui/value/json-viewer.tsx';

/** Lists the look-ups behind an answer: each step with its arguments and the size of its result. */
export function ToolSteps({ steps }: { steps: readonly ToolStep[] }) {
  if (steps.length === 0) return null;
  return (
    <details className="mt-3 rounded-8 border border-line bg-sunken">
      <summary className="flex cursor-pointer items-center gap-2 rounded-8 px-3 py-2 text-13 text-muted">
        <Wrench aria-hidden="true" size={13} />
        {formatCounted(steps.length, 'step')}
        <span className="truncate">{steps.map(({ title }) => title).join(' · ')}</span>
      </summary>
      <ol className="flex flex-col gap-3 px-3 pb-3">
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps never change their order.
          <li key={at} className="text-13">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{step.title}</span>
              {step.route ? <code className="wrap-anywhere text-12 text-muted">{step.route}</code> : null}
              <span className="tabular text-12 text-muted">{outcomeOf(step)}</span>
            </p>
            {Object.keys(step.arguments).length > 0 ? (
              <div className="mt-1.5">
                <JsonViewer value={step.arguments} label={`Arguments of ${step.title}`} />
              </div>
            ) : null}
          </li>
        ))}
      </ol>
    </details>
  );
}

function outcomeOf({ ok, error, status, resultBytes, resultItems, milliseconds }: ToolStep): string {
  if (!ok) return `refused${status === undefined ? '' : ` with ${status}`}: ${error ?? 'no reason given'}`;
  const rows = resultItems === undefined ? '' : `${formatCounted(resultItems, 'row')}, `;
  return `${rows}${formatCounted(resultBytes, 'byte')} in ${milliseconds} ms`;
}
