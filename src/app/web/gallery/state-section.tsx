import { useState } from 'react';
import { ApiError } from '#platform/web/api-error.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { ForbiddenState } from '#platform/web/ui/feedback/forbidden-state.tsx';
import { SkeletonRows, SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { ChangeList } from '#platform/web/ui/value/change-list.tsx';
import { Pill, PillButton } from '#platform/web/ui/value/pill.tsx';
import { ErrorBoundary } from '../shell/error-boundary.tsx';
import { Section } from './section.tsx';

const failure = new ApiError({
  status: 503,
  code: 'server.unavailable',
  message: 'The database did not answer within 5 seconds.',
  hint: 'Try again in a moment.',
  requestId: 'req-8f31c09a77',
});

export function StateSection() {
  const [broken, setBroken] = useState(false);
  return (
    <Section title="States">
      <div className="flex flex-col gap-3">
        <Banner>This is a demonstration with sample data.</Banner>
        <Banner kind="warning" action={<Button size="small">Reconnect</Button>}>
          The connection is lost; what you see is from 2 minutes ago.
        </Banner>
        <Banner kind="failure">Block 1,204 no longer matches its hash.</Banner>
      </div>
      <div className="flex flex-wrap gap-1">
        <PillButton aria-label="Change what is asked">How many events</PillButton>
        <PillButton name="Period" aria-label="Change the period">
          October 2026
        </PillButton>
        <Pill name="Asset">HLX-2026-003</Pill>
      </div>
      <ChangeList
        label="What will change"
        nothing="No changes yet."
        changes={[
          { field: 'Location', before: 'Bergn', after: 'Bergen' },
          { field: 'Seal', before: '', after: 'A-118' },
        ]}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card>
          <EmptyState
            title="No blocks in the blockchain yet"
            description="The first event that is recorded becomes block 1."
            action={<Button variant="primary">Add event</Button>}
          />
        </Card>
        <Card>
          <ErrorState title="The assets could not be loaded" error={failure} onRetry={() => undefined} />
        </Card>
        <Card>
          <ForbiddenState
            title="Access Restricted"
            description="Your role cannot open this page."
            facts={[
              { label: 'Your role', value: <Badge tone="rose">retailer</Badge> },
              {
                label: 'Required',
                value: (
                  <>
                    <Badge tone="indigo">manufacturer</Badge>
                    <Badge>other</Badge>
                  </>
                ),
              },
            ]}
            action={<Button>Go Back</Button>}
          />
        </Card>
        <Card title="Recent activity">
          <div aria-busy="true">
            <SkeletonRows rows={3} />
          </div>
          <div className="mt-6">
            <SkeletonText />
          </div>
        </Card>
        <Card>
          <ErrorBoundary>
            {broken ? <Fault /> : <Button onClick={() => setBroken(true)}>Break this part</Button>}
          </ErrorBoundary>
        </Card>
      </div>
    </Section>
  );
}

function Fault(): never {
  throw new Error('This component fails on purpose.');
}
