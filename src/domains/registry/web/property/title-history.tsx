import { useState } from 'react';
import { BlockLink, verifyJourney } from '#domains/ledger/web/index.ts';
import type { readProperty } from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { Timeline } from '#platform/web/ui/value/timeline.tsx';
import { type TitleView, titleViews } from './title-search.ts';
import { isIn } from './title-views.ts';

type Verdicts = ReadonlyMap<number, boolean>;
type Props = {
  property: ResponseIn<typeof readProperty>;
  /** Undefined: ownership if there is any of it. */
  view: TitleView | undefined;
  onView: (view: TitleView) => void;
};
type State = { readonly verdicts: Verdicts; readonly phase: 'idle' | 'running' | 'done' | 'failed' };

/** The blocks of a title, newest first, in views. All of them are verified in this browser on request, whichever are shown. */
export function TitleHistory({ property, view: chosen, onView }: Props) {
  const { title, titleLength } = property;
  const view = chosen ?? (title.some((entry) => isIn('ownership', entry)) ? 'ownership' : 'all');
  const shown = title.filter((entry) => isIn(view, entry));
  const [{ verdicts, phase }, setState] = useState<State>({ verdicts: new Map(), phase: 'idle' });

  const verify = async () => {
    const found = new Map<number, boolean>();
    setState({ verdicts: found, phase: 'running' });
    try {
      const claims = title.map(({ block }) => ({ index: block.index, hash: block.hash }));
      const { log } = await verifyJourney(
        claims,
        ({ index }, { holds }) => {
          found.set(index, holds);
          setState({ verdicts: new Map(found), phase: 'running' });
        },
        new AbortController().signal,
      );
      setState({ verdicts: found, phase: log.every(({ holds }) => holds) ? 'done' : 'failed' });
    } catch {
      setState({ verdicts: found, phase: 'failed' });
    }
  };

  const verified = [...verdicts.values()].filter(Boolean).length;
  const summary = {
    idle: `${shown.length === titleLength ? '' : `${formatCount(shown.length)} of `}${formatCounted(titleLength, 'entry', 'entries')}, newest first`,
    running: `Verifying in this browser: ${verified} of ${title.length}`,
    done: `${verified} of ${title.length} verified in this browser`,
    failed: 'The verification could not finish. Try again once the newest block is signed.',
  }[phase];
  return (
    <Card
      title="Title history"
      description={<span role="status">{summary}</span>}
      action={
        <Button size="small" disabled={phase === 'running'} onClick={() => void verify()}>
          Verify
        </Button>
      }
    >
      <div className="mb-4">
        <SegmentedControl label="Entries" value={view} onValueChange={onView} options={options} />
      </div>
      {shown.length === 0 ? <p className="text-muted">No entries of this kind.</p> : null}
      <Timeline
        label="Title history"
        items={shown.map(({ summary: what, recordedAt, block, correctedBy }) => ({
          key: String(block.index),
          title: what,
          time: <Time at={recordedAt} />,
          ...(verdicts.has(block.index)
            ? {
                marks: (
                  <Badge tone={verdicts.get(block.index) ? 'green' : 'red'}>
                    {verdicts.get(block.index) ? 'Verified' : 'Broken'}
                  </Badge>
                ),
              }
            : {}),
          children: (
            <span className="flex flex-wrap items-center gap-x-3 text-13 text-muted">
              <span>
                Block <BlockLink index={block.index} />
              </span>
              <Hash value={block.hash} />
              {correctedBy === null ? null : (
                <span>
                  Corrected by block <BlockLink index={correctedBy} />
                </span>
              )}
            </span>
          ),
        }))}
      />
    </Card>
  );
}

const names = { ownership: 'Ownership', taxes: 'Taxes', all: 'All' } as const;
const options = titleViews.map((value) => ({ value, label: names[value] }));
