import { useState } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { type Stone, StoneStack } from '#platform/web/ui/chart/stone-stack.tsx';
import { tones } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Row, Sample, Section } from './section.tsx';

const neutrals = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const sizes = ['text-12', 'text-13', 'text-14', 'text-16', 'text-20', 'text-24', 'text-32', 'text-48'];

export function TokenSection() {
  const [stones, setStones] = useState<readonly Stone[]>([1, 2, 3, 4, 5].map((id) => ({ id })));
  return (
    <Section title="Foundations">
      <Sample name="Stone stack: the newest stone settles">
        <div className="flex flex-wrap items-end gap-10">
          <StoneStack
            stones={stones.map((stone, index) => (index === stones.length - 1 ? { ...stone, tone: 'teal' } : stone))}
            width={160}
            label="The last five stones"
          />
          <StoneStack
            stones={[{ id: 1 }, { id: 2 }, { id: 3, tone: 'red', fallen: true }, { id: 4 }]}
            rows={5}
            width={110}
          />
          <StoneStack stones={[{ id: 1 }]} width={80} />
          <Button onClick={() => setStones((before) => [...before, { id: before.length + 1 }])}>Lay a stone</Button>
        </div>
      </Sample>
      <Sample name="Neutrals">
        <div className="grid h-12 grid-cols-12 overflow-clip rounded-8 border border-line">
          {neutrals.map((step) => (
            <span key={step} style={{ background: `var(--stone-${step})` }} />
          ))}
        </div>
      </Sample>
      <Sample name="Tones">
        <Row>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </Row>
      </Sample>
      <Sample name="Type">
        <div className="flex flex-col gap-1">
          {sizes.map((size) => (
            <p key={size} className={`${size} truncate font-semibold`}>
              Each resting on the last 1,204
            </p>
          ))}
          <p className="mt-2 max-w-[60ch]">
            Body at 14: what happened and what to do, with numbers in tabular figures and units.{' '}
            <span className="text-muted">Muted is for what supports.</span>{' '}
            <span className="text-faint">Faint is for what may be missed.</span>{' '}
            <code className="text-12">9f86d081884c7d65</code>
          </p>
        </div>
      </Sample>
    </Section>
  );
}
