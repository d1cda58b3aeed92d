import { Check, Minus } from 'lucide-react';
import type { DemoState, DemoStep } from '#domains/observability/contract.ts';
import { formatDuration } from '#platform/web/format-duration.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { IdChip } from '#platform/web/ui/value/id-chip.tsx';
import { Timeline } from '#platform/web/ui/value/timeline.tsx';
import type { Demo } from './use-demo.ts';

const states: Record<DemoState, { tone: Tone; title: string; words: string }> = {
  confirmed: { tone: 'green', title: 'Confirmed', words: 'Phoenix stored the trace, and it was read back.' },
  accepted: { tone: 'amber', title: 'Accepted', words: 'Phoenix accepted the trace but did not return it in time.' },
  rejected: { tone: 'red', title: 'Rejected', words: 'The trace did not reach Phoenix.' },
  not_configured: {
    tone: 'grey',
    title: 'Not configured',
    words: 'The trace is stored here only, because no Phoenix endpoint is set.',
  },
};

const stepTitles: Record<DemoStep['name'], string> = {
  ask: 'Ask a question',
  trace: 'Store its trace',
  export: 'Send it to Phoenix',
  confirm: 'Read it back',
};

/** The steps of the demo, each with its evidence. Empty before the first run. */
export function DemoPanel({ demo, onOpenTrace }: { demo: Demo; onOpenTrace: (traceId: string) => void }) {
  const { result, isPending } = demo;
  if (isPending)
    return (
      <Card
        title="Phoenix demo"
        description="Asks a real question and follows its trace to Phoenix. Takes up to ten seconds."
      >
        <div aria-busy="true" className="flex flex-col gap-6">
          {Object.keys(stepTitles).map((name) => (
            <Skeleton key={name} className="h-8 w-3/5" />
          ))}
        </div>
      </Card>
    );
  if (!result) return null;
  const { tone, title, words } = states[result.state];
  return (
    <Card title="Phoenix demo" description={words} action={<Badge tone={tone}>{title}</Badge>}>
      <div role="status" className="sr-only">
        {title}. {words}
      </div>
      <Timeline
        label="Steps of the demo"
        items={result.steps.map((step) => ({
          key: step.name,
          title: stepTitles[step.name],
          detail: step.name === 'ask' ? `${result.question} ${step.detail}` : step.detail,
          time: <span className="tabular">{formatDuration(step.milliseconds)}</span>,
          tone: step.done ? ('green' as const) : ('grey' as const),
          icon: step.done ? <Check aria-hidden="true" size={15} /> : <Minus aria-hidden="true" size={15} />,
        }))}
      />
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <Button size="small" onClick={() => onOpenTrace(result.traceId)}>
          Open trace
        </Button>
        {result.phoenixLink ? (
          <a className={buttonClass('secondary', 'small')} href={result.phoenixLink} rel="noreferrer" target="_blank">
            Open in Phoenix
          </a>
        ) : null}
        <span className="flex items-center gap-2 text-13 text-muted">
          Trace <IdChip id={result.traceId} label="trace id" />
        </span>
      </div>
    </Card>
  );
}
