import { Box, Boxes, ClipboardList, FlaskConical, LayoutDashboard, Users } from 'lucide-react';
import type { NavigationEntry } from '#platform/web/domain.ts';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { BottomBar } from '../shell/bottom-bar.tsx';
import { OverflowNavigation } from '../shell/overflow-navigation.tsx';
import { ChoiceSection } from './choice-section.tsx';
import { FieldSection } from './field-section.tsx';
import { FloatingSection } from './floating-section.tsx';
import { ProofSection } from './proof-section.tsx';
import { Sample, Section } from './section.tsx';
import { StateSection } from './state-section.tsx';
import { TableSection } from './table-section.tsx';
import { TokenSection } from './token-section.tsx';

/** Shows every component in all its states. Not part of a production build. */
export default function Gallery() {
  return (
    <div className="page-width">
      <title>Components · Cairn</title>
      <PageHeader
        title="Components"
        subtitle="Every component of the design system in all its states, with sample data."
      />
      <div className="flex flex-col gap-14">
        <TokenSection />
        <ChoiceSection />
        <FieldSection />
        <FloatingSection />
        <ProofSection />
        <TableSection />
        <StateSection />
        <ShellSection />
      </div>
    </div>
  );
}

const entries: readonly NavigationEntry[] = [
  { label: 'Dashboard', icon: LayoutDashboard },
  { label: 'Assets', icon: Box },
  { label: 'Blockchain', icon: Boxes },
  { label: 'Participants', icon: Users },
  { label: 'Audit Trail', icon: ClipboardList },
  { label: 'API Testing', icon: FlaskConical },
].map((entry, position) => ({ ...entry, to: '/', group: 'Supply chain', position }));

function ShellSection() {
  return (
    <Section title="Navigation">
      <Sample name="Priority navigation above 640 px, bottom bar below">
        <div className="flex h-14 max-w-120 items-center rounded-8 border border-line px-3">
          <OverflowNavigation entries={entries} />
          <div className="w-full sm:hidden">
            <BottomBar entries={entries} shown={4} />
          </div>
        </div>
      </Sample>
    </Section>
  );
}
