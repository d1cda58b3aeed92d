import { participantsList } from '#domains/participants/contract.ts';
import { call } from '#platform/web/api-client.ts';
import type { Option } from '#platform/web/ui/form/use-option-search.ts';

const optionsMax = 20;

/** Participants whose name holds the text, as options: the username, with the full name and role beside it. */
export async function searchParticipants(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  const found = await call(participantsList, { query: { search: text, limit: optionsMax } }, { signal });
  return found.map(({ username, displayName, role }) => ({
    value: username,
    label: username,
    detail: displayName ? `${displayName} · ${role}` : role,
  }));
}
