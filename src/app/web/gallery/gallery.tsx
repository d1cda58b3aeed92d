import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { ChoiceSection } from './choice-section.tsx';
import { FieldSection } from './field-section.tsx';
import { FloatingSection } from './floating-section.tsx';
import { ProofSection } from './proof-section.tsx';
import { ShellSection } from './shell-section.tsx';
import { StateSection } from './state-section.tsx';
import { TableSection } from './table-section.tsx';
import { TokenSection } from './token-section.tsx';

/** Every part in all its states, for those who build; not in a production build. */
export default function Gallery() {
  return (
    <div className="page-width">
      <title>Parts · Cairn</title>
      <PageHeader title="Parts" subtitle="Every part of the design system, in all its states and with made-up data." />
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
