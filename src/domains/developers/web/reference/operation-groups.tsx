import { Card } from '#platform/web/ui/layout/card.tsx';
import type { Components } from '../api/api-document.ts';
import type { Language } from '../api/languages.ts';
import type { Operation } from '../api/operations.ts';
import { OperationRow } from './operation-row.tsx';
import type { useAnchor } from './use-anchor.ts';

export type OperationGroupsProps = {
  groups: readonly (readonly [string, readonly Operation[]])[];
  anchorOf: (tag: string) => string;
  anchored: ReturnType<typeof useAnchor>;
  components: Components;
  language: Language;
  onLanguageChange: (language: Language) => void;
};

/** The operations under their headings. */
export function OperationGroups({ groups, anchorOf, anchored, ...view }: OperationGroupsProps) {
  const { anchor, opened, toggle } = anchored;
  return groups.map(([tag, operations]) => (
    <div key={tag} id={anchorOf(tag)} className="scroll-mt-20">
      <Card title={tag} flush>
        <ul className="divide-y divide-line border-t border-line">
          {operations.map((operation) => (
            <OperationRow
              key={operation.id}
              {...view}
              operation={operation}
              open={opened.has(operation.id)}
              highlighted={anchor === operation.id}
              onToggle={toggle}
            />
          ))}
        </ul>
      </Card>
    </div>
  ));
}
