import { participantsList } from '#domains/participants/contract.ts';
import { call } from '#platform/web/api-client.ts';
import type { Option } from '#platform/web/ui/form/use-option-search.ts';

const optionsMax = 20;

/** Returns participants whose name contains the text as options: the username, with display name and role as detail. */
export async function searchParticipants(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  const found = await call(participantsList, { query: { search: text, limit: optionsMax } }, { signal });
  return found.map(({ username, displayName, role }) => ({
    value: username,
    label: username,
    detail: displayName ? `${displayName} · ${role}` : role,
  }));
}
