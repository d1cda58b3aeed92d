import { Box, Boxes, ClipboardList, FlaskConical, LayoutDashboard, Users } from 'lucide-react';
import type { NavigationEntry } from '../navigation.ts';
import { BottomBar } from '../shell/bottom-bar.tsx';
import { OverflowNavigation } from '../shell/overflow-navigation.tsx';
import { Sample, Section } from './section.tsx';

const entries: readonly NavigationEntry[] = [
  { label: 'Dashboard', icon: LayoutDashboard },
  { label: 'Assets', icon: Box },
  { label: 'Blockchain', icon: Boxes },
  { label: 'Participants', icon: Users },
  { label: 'Audit Trail', icon: ClipboardList },
  { label: 'API Testing', icon: FlaskConical },
].map((entry) => ({ ...entry, to: '/', visibleTo: () => true }));

export function ShellSection() {
  return (
    <Section title="Navigation">
      <Sample name="As many as fit, the rest under More (above 640 px), or the phone's bar">
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
