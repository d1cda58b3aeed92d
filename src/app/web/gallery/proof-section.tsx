import { Factory, PackageCheck, Truck } from 'lucide-react';
import { DayBars } from '#platform/web/ui/chart/day-bars.tsx';
import { Stat, StatRow } from '#platform/web/ui/chart/stat.tsx';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { VerifiedMark } from '#platform/web/ui/feedback/verified-mark.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { CodeBlock } from '#platform/web/ui/value/code-block.tsx';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import { IdChip } from '#platform/web/ui/value/id-chip.tsx';
import { JsonViewer } from '#platform/web/ui/value/json-viewer.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { Timeline } from '#platform/web/ui/value/timeline.tsx';
import { Sample, Section } from './section.tsx';

const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const now = Date.now() / 1000;
const days = [3, 0, 5, 8, 2, 0, 0, 6, 9, 4, 7, 1, 3, 5].map((count, n) => ({
  day: `2026-03-${String(n + 1).padStart(2, '0')}`,
  count,
}));

export function ProofSection() {
  return (
    <Section title="Numbers and proof">
      <StatRow label="Totals">
        <Stat label="Total assets" value="1,284" detail="+38 this week" trend={[3, 4, 4, 6, 5, 8, 9]} />
        <Stat label="Blockchain events" value="9,120" detail="+412 this week" trend={[9, 7, 8, 6, 7, 5, 6]} />
        <Stat label="Active participants" value="12" detail="of 14" trend={[2, 2, 3, 3, 3, 4, 4]} />
        <Stat label="Chain integrity" value={undefined} detail="checking" />
      </StatRow>
      <Card title="Days">
        <DayBars label="Days" unit="event" bars={days} />
      </Card>
      <div className="grid gap-6 lg:grid-cols-2">
        <Card title="Journey" description="Its events, oldest first" action={<Badge tone="yellow">shipped</Badge>}>
          <Timeline
            label="Journey"
            items={[
              {
                key: '1',
                tone: 'blue',
                icon: <Factory size={15} />,
                title: 'Manufactured',
                detail: 'northwind · Eindhoven plant 2',
                time: <Time at={now - 9 * 86_400} />,
              },
              {
                key: '2',
                tone: 'yellow',
                icon: <Truck size={15} />,
                title: 'Shipped',
                detail: 'harbour-line · Rotterdam',
                time: <Time at={now - 7300} />,
                children: <Hash value={hash} />,
              },
              {
                key: '3',
                tone: 'green',
                icon: <PackageCheck size={15} />,
                title: 'Delivered',
                detail: 'corner-shop · Utrecht',
                time: <Time at={now - 42} />,
              },
            ]}
          />
        </Card>
        <Card title="Block 1,204">
          <KeyValueList
            items={[
              { label: 'Index', value: '1,204' },
              { label: 'Recorded', value: <Time at={now - 42} /> },
              { label: 'Hash', value: <Hash value={hash} /> },
              { label: 'Previous hash', value: <Hash value={[...hash].reverse().join('')} label="Previous hash" /> },
              { label: 'Recorded by', value: <IdChip id="usr_7f3a9c2e41" label="Participant" /> },
              { label: 'Event time', value: <Time at={undefined} /> },
            ]}
          />
        </Card>
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <Sample name="Verified mark">
          <div className="flex flex-col gap-3">
            <VerifiedMark state="idle" title="Not verified in this browser yet" onCheck={() => undefined} />
            <VerifiedMark state="checking" title="Recomputing 1,204 hashes…" />
            <VerifiedMark
              state="holds"
              title="This block is unchanged since it was recorded"
              onCheck={() => undefined}
              checks={[
                { label: 'Its hash matches its content', holds: true },
                { label: 'It is included in the tree of 1,210 blocks signed by checkpoint 88', holds: true },
              ]}
            />
            <VerifiedMark
              state="broken"
              title="Block 1,204 no longer matches its hash"
              checks={[
                { label: 'Its hash does not match its content. Compare it with the last checkpoint.', holds: false },
              ]}
            />
          </div>
        </Sample>
        <Sample name="Code, JSON, progress">
          <div className="flex flex-col gap-5">
            <CodeBlock
              label="command to read the head"
              code={`curl --silent --fail \\\n  http://127.0.0.1:3000/api/chain?limit=1`}
            />
            <JsonViewer
              label="data"
              value={{
                action: 'shipped',
                asset_id: 'PRD-2024-118',
                user: 'harbour-line',
                meta: { location: 'Rotterdam', containers: 3, sealed: true, temperatures: [2.1, 2.4, null] },
              }}
            />
            <ProgressBar label="Data Integrity" share={1} value="Verified" tone="green" />
            <ProgressBar label="Block Generation" share={0.953} value="Optimal" />
            <ProgressBar label="Validating" share={undefined} value="12,400 of …" tone="amber" />
          </div>
        </Sample>
      </div>
    </Section>
  );
}
