import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import { Tooltip } from '#platform/web/ui/overlay/tooltip.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';

export const identifierHint = 'Names in other systems: GLN, URN or Digital Link.';

/** Shows the external identifiers of a participant, and marks those that no administrator has confirmed. */
export function IdentifierList({
  identifiers,
  unverifiedIdentifiers,
}: {
  identifiers: readonly string[];
  unverifiedIdentifiers: readonly string[];
}) {
  return (
    <ul className="flex flex-col items-start gap-1">
      {identifiers.map((identifier) => (
        <li key={identifier} className="flex max-w-full flex-wrap items-center gap-x-2.5">
          <CopyChip text={identifier} short={identifier} label="identifier" />
          {unverifiedIdentifiers.includes(identifier) ? <Unverified /> : null}
        </li>
      ))}
    </ul>
  );
}

/** Marks a claim to an identifier that no administrator has confirmed. */
const Unverified = () => (
  <Tooltip content="No administrator has confirmed that this identifier belongs to the participant.">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the explanation must be reachable by keyboard */}
    <span tabIndex={0} className="inline-flex rounded-full">
      <Badge tone="amber">Unverified</Badge>
    </span>
  </Tooltip>
);
