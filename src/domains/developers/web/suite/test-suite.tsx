import { CircleStop, Play } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Stat, StatRow } from '#platform/web/ui/chart/stat.tsx';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { Components } from '../api/api-document.ts';
import type { Operation } from '../api/operations.ts';
import type { TestingSearch } from '../testing/testing-search.ts';
import { FAST_MILLISECONDS, stepsOf, summarise } from './run-suite.ts';
import { AdditionsNotice, LeftBehindNotice } from './suite-notices.tsx';
import { SuiteResults } from './suite-results.tsx';
import type { SuiteRun, useSuiteRun } from './use-suite-run.ts';

export type TestSuiteProps = {
  suite: ReturnType<typeof useSuiteRun>;
  operations: readonly Operation[];
  components: Components;
  search: TestingSearch;
  onChange: (next: TestingSearch) => void;
};

/** The specification's test suite, with notices of what a run will add and what it added. */
export function TestSuite({ suite, ...view }: TestSuiteProps) {
  const { next, run, start, cancel } = suite;
  const [withEvent, setWithEvent] = useState(false);
  const running = run?.state === 'running';
  return (
    <div className="flex flex-col gap-5">
      <Card
        title="All tests"
        description={`${stepsOf(withEvent).length} calls, one after another. Registration must return 201, all others 200.`}
      >
        <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
          <div className="flex flex-col gap-4">
            <AdditionsNotice data={run && running ? run.data : next} withEvent={withEvent} />
            <Checkbox
              checked={withEvent}
              onCheckedChange={setWithEvent}
              disabled={running}
              label="Also record an event"
              hint="Adds one block and one asset permanently."
            />
          </div>
          {running ? (
            <Button icon={<CircleStop aria-hidden="true" size={16} />} onClick={cancel}>
              Cancel
            </Button>
          ) : (
            <Button
              variant="primary"
              icon={<Play aria-hidden="true" size={16} />}
              onClick={() => {
                view.onChange({ step: undefined });
                void start(withEvent);
              }}
            >
              Run All Tests
            </Button>
          )}
        </div>
        {running && run ? (
          <div className="mt-5">
            <ProgressBar
              label="Running the tests"
              share={run.results.length / stepsOf(run.withEvent).length}
              value={`${run.results.length} of ${stepsOf(run.withEvent).length}`}
            />
          </div>
        ) : null}
      </Card>
      {run ? <Summary run={run} /> : null}
      {run?.left ? <LeftBehindNotice run={run} left={run.left} /> : null}
      {run ? <SuiteResults run={run} {...view} /> : null}
    </div>
  );
}

function Summary({ run }: { run: SuiteRun }) {
  const { passed, sent, averageMilliseconds, fast } = summarise(run.results);
  const total = stepsOf(run.withEvent).length;
  const outcome = { running: 'running', cancelled: 'cancelled', finished: 'finished', idle: '' }[run.state];
  return (
    <StatRow label="Test results">
      <Stat
        label="Passed"
        value={`${formatCount(passed)} of ${formatCount(total)}`}
        detail={`${sent} run, ${outcome}`}
      />
      <Stat
        label="Average response time"
        value={averageMilliseconds === undefined ? 'none yet' : `${averageMilliseconds.toFixed(1)} ms`}
        detail="Tests that got a response"
      />
      <Stat label="Fast" value={formatCount(fast)} detail={`Under ${FAST_MILLISECONDS} ms`} />
    </StatRow>
  );
}
