import { ChevronDown, X } from 'lucide-react';
import type { InterpretationChange, InterpretationChip } from '#domains/assistant/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Menu, MenuItem } from '#platform/web/ui/overlay/menu.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';

export type InterpretationProps = {
  chips: readonly InterpretationChip[];
  /** Undefined while the answer cannot be asked again. */
  onChange: ((change: InterpretationChange) => void) | undefined;
};

/** How a question was understood. Each part can be replaced or removed, which asks the question again. */
export function Interpretation({ chips, onChange }: InterpretationProps) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Understood as" className="mb-2 flex flex-wrap gap-1.5">
      {chips.map((chip) => (
        <li key={chip.id} className="max-w-full">
          {onChange === undefined || (chip.alternatives.length === 0 && !chip.removable) ? (
            <Badge tone="grey">{spoken(chip)}</Badge>
          ) : (
            <EditableChip chip={chip} onChange={onChange} />
          )}
        </li>
      ))}
    </ul>
  );
}

const spoken = ({ label, text }: InterpretationChip) => `${label}: ${text}`;

function EditableChip({
  chip,
  onChange,
}: {
  chip: InterpretationChip;
  onChange: (change: InterpretationChange) => void;
}) {
  return (
    <Menu
      align="start"
      trigger={
        <Button size="small" className="max-w-full" aria-label={`Change ${spoken(chip)}`}>
          <span className="truncate">{spoken(chip)}</span>
          <ChevronDown aria-hidden="true" size={13} />
        </Button>
      }
    >
      {chip.alternatives.map(({ value, text }) => (
        <MenuItem key={value} onSelect={() => onChange({ id: chip.id, value })}>
          {text}
        </MenuItem>
      ))}
      {chip.removable ? (
        <MenuItem onSelect={() => onChange({ id: chip.id, value: null })}>
          <X aria-hidden="true" size={14} /> Remove
        </MenuItem>
      ) : null}
    </Menu>
  );
}
