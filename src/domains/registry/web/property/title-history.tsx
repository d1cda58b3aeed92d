import { useState } from 'react';
import type { Block } from '#domains/ledger/contract.ts';
import { BlockLink, verifyJourney } from '#domains/ledger/web/index.ts';
import type { TitleFault } from '#domains/registry/contract/title/compare-title.ts';
import type { readProperty } from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
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
  /** Undefined: ownership, if it has any entry. */
  view: TitleView | undefined;
  onView: (view: TitleView) => void;
};
type State = {
  readonly verdicts: Verdicts;
  readonly phase: 'idle' | 'running' | 'done' | 'failed' | 'broken';
  /** Differences between the page and the verified blocks. */
  readonly faults: readonly TitleFault[];
};
const idle: State = { verdicts: new Map(), phase: 'idle', faults: [] };

/**
 * The blocks of a title, newest first, in views. On request, this browser verifies all of them, whichever are shown, and compares the
 * page's entries and owners with their content.
 */
export function TitleHistory({ property, view: chosen, onView }: Props) {
  const { title, titleLength } = property;
  const view = chosen ?? (title.some((entry) => isIn('ownership', entry)) ? 'ownership' : 'all');
  const shown = title.filter((entry) => isIn(view, entry));
  const [{ verdicts, phase, faults }, setState] = useState<State>(idle);

  const verify = async () => {
    const found = new Map<number, boolean>();
    const blocks: Block[] = [];
    setState({ ...idle, phase: 'running' });
    try {
      const claims = title.map(({ block }) => ({ index: block.index, hash: block.hash }));
      const { log } = await verifyJourney(
        claims,
        ({ index }, { holds, block }) => {
          found.set(index, holds);
          if (block) blocks.push(block);
          setState({ ...idle, verdicts: new Map(found), phase: 'running' });
        },
        new AbortController().signal,
      );
      const { compareTitle } = await import('#domains/registry/contract/title/compare-title.ts');
      // The comparison needs all blocks.
      const differing = blocks.length === claims.length ? compareTitle(property, blocks) : [];
      for (const { blockIndex } of differing) found.set(blockIndex, false);
      const holds = log.every((check) => check.holds);
      const isBroken = [...found.values()].includes(false);
      setState({ verdicts: found, phase: holds ? (isBroken ? 'broken' : 'done') : 'failed', faults: differing });
    } catch {
      setState({ ...idle, verdicts: found, phase: 'failed' });
    }
  };

  const verified = [...verdicts.values()].filter(Boolean).length;
  const summary = {
    idle: `${shown.length === titleLength ? '' : `${formatCount(shown.length)} of `}${formatCounted(titleLength, 'entry', 'entries')}, newest first`,
    running: `Verifying in this browser: ${verified} of ${title.length}`,
    done: `${verified} of ${title.length} verified in this browser`,
    broken: 'This title failed verification.',
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
      {faults.length === 0 ? null : (
        <div className="mb-4">
          <Banner kind="failure">
            {faults.map(({ blockIndex, words }) => (
              <span key={`${blockIndex} ${words}`} className="block">
                {words}
              </span>
            ))}
          </Banner>
        </div>
      )}
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
