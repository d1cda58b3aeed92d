import { Globe, KeyRound, UserRound } from 'lucide-react';
import { type Capability, permissions } from '#domains/participants/contract.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import type { Operation } from '../api/operations.ts';

/** Who may call it, in a word or two. */
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
      {holdersOf(access.may).join(', ') || access.may}
    </Badge>
  );
}

/** Who may call it, in a sentence. */
export function accessInWords(access: Operation['access']): string {
  if (access === 'public') return 'Anyone may call it, without a token.';
  if (access === 'signed in') return 'Needs the token of a session, of whatever role.';
  return `Needs the token of a session with the right “${access.may}”: ${holdersOf(access.may).join(', ')}.`;
}

const holdersOf = (capability: string): readonly string[] => permissions[capability as Capability] ?? [];
