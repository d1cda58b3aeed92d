import { Globe, KeyRound, UserRound } from 'lucide-react';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import type { Operation } from '../api/operations.ts';

/** Shows who may call an operation. */
export function AccessBadge({ access }: { access: Operation['access'] }) {
  if (access === 'public') return <Badge icon={<Globe aria-hidden="true" size={12} />}>public</Badge>;
  if (access === 'signed in')
    return (
      <Badge tone="indigo" icon={<UserRound aria-hidden="true" size={12} />}>
        signed in
      </Badge>
    );
  return (
    <Badge tone="purple" icon={<KeyRound aria-hidden="true" size={12} />}>
      {access.heldBy.join(', ')}
    </Badge>
  );
}

/** Returns who may call an operation, as a sentence. */
export function accessInWords(access: Operation['access']): string {
  if (access === 'public') return 'Public. No token needed.';
  if (access === 'signed in') return 'Requires a session token with any role.';
  const owners = access.ownersOf === undefined ? '' : `, or the owner of the ${access.ownersOf}`;
  return `Requires a session token with the capability “${access.may}”: ${access.heldBy.join(', ')}${owners}.`;
}
