import type { Role } from '#domains/participants/contract.ts';
import { initialsOf } from './initials.ts';
import { roleTones } from './roles.ts';

/** A person or company by its initials, in the hue of its role. Decoration: the name stands beside it or is its label. */
export function Avatar({
  name,
  role,
  size = 'medium',
}: {
  name: string;
  role?: Role | undefined;
  size?: 'small' | 'medium';
}) {
  return (
    <span
      aria-hidden="true"
      data-tone={role ? roleTones[role] : 'grey'}
      className={`grid shrink-0 place-items-center rounded-full border border-tone-line bg-tone-soft font-semibold text-tone-ink ${size === 'small' ? 'size-6 text-12' : 'size-8 text-12'}`}
    >
      {initialsOf(name)}
    </span>
  );
}
