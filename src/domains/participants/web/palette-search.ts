import { UserRound } from 'lucide-react';
import type { Hit, PaletteSearch } from '#platform/web/domain.ts';
import { searchParticipants } from './search-participants.ts';

const participantsShown = 4;

export const icons: PaletteSearch['icons'] = { participant: UserRound };

/** Returns participants by name. */
export async function find(text: string, signal: AbortSignal) {
  const options = await searchParticipants(text, signal);
  const hits = options.slice(0, participantsShown).map(
    ({ value, detail }): Hit => ({
      key: `participant ${value}`,
      kind: 'participant',
      title: value,
      ...(detail === undefined ? {} : { detail }),
      to: '/participants/$username',
      params: { username: value },
    }),
  );
  return { groups: [{ label: 'Participants', hits }] };
}
