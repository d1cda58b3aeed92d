import { X } from 'lucide-react';
import type { InterpretationChange, InterpretationChip } from '#domains/assistant/contract.ts';
import { Menu, MenuItem } from '#platform/web/ui/overlay/menu.tsx';
import { Pill, PillButton } from '#platform/web/ui/value/pill.tsx';

export type InterpretationProps = {
  chips: readonly InterpretationChip[];
  /** Undefined while the answer cannot be asked again. */
  onChange: ((change: InterpretationChange) => void) | undefined;
};

/** The interpretation of a question. Each part can be replaced or removed, which asks the question again. */
export function Interpretation({ chips, onChange }: InterpretationProps) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Understood as" className="mb-2 flex flex-wrap gap-1">
      {chips.map((chip) => (
        <li key={chip.id} className="max-w-full">
          {onChange === undefined || (chip.alternatives.length === 0 && !chip.removable) ? (
            <Pill name={nameOf(chip)}>{chip.text}</Pill>
          ) : (
            <EditableChip chip={chip} onChange={onChange} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The kind of question needs no name: "How many assets". */
const nameOf = ({ id, label }: InterpretationChip) => (id.endsWith('.ask') ? undefined : label);

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
        <PillButton name={nameOf(chip)} aria-label={`Change ${chip.label}: ${chip.text}`}>
          {chip.text}
        </PillButton>
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
