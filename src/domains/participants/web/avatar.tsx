import type { Role } from '#domains/participants/contract.ts';
import { initialsOf } from './initials.ts';
import { roleTones } from './roles.ts';

/** A participant's initials in the color of its role. Decorative: the name is next to it or its label. */
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
