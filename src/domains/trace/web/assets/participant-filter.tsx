import { useCallback } from 'react';
import { searchParticipants, useSession } from '#domains/participants/web/index.ts';
import { Combobox } from '#platform/web/ui/form/combobox.tsx';
import type { ControlProps } from '#platform/web/ui/form/field.tsx';
import type { Option, OptionSearch } from '#platform/web/ui/form/use-option-search.ts';
import type { AssetsSearch } from './assets-search.ts';
import { type Relation, relationIn, relations, relationTitle } from './participant-relation.ts';

export type ParticipantFilterProps = {
  control: ControlProps;
  search: AssetsSearch;
  onChange: (change: Partial<AssetsSearch>) => void;
};

const participantsMax = 6;
const nothing = { custodian: undefined, addressee: undefined, participant: undefined };

/** Selects what a participant holds, is to receive, or recorded: the user's own first. */
export function ParticipantFilter({ control, search, onChange }: ParticipantFilterProps) {
  const { user } = useSession();
  const me = user?.username;
  const find = useCallback<OptionSearch>(
    async (text, signal) => {
      const optionsOf = (username: string, detail?: string): Option[] =>
        relations.map((relation) => ({
          value: `${relation}:${username}`,
          label: relationTitle(relation, username, me),
          ...(detail === undefined ? {} : { detail }),
        }));
      const own = me !== undefined && text.trim() === '' ? optionsOf(me) : [];
      const found = await searchParticipants(text.trim(), signal);
      const others = found.filter(({ value }) => own.length === 0 || value !== me).slice(0, participantsMax);
      return [...own, ...others.flatMap(({ value, detail }) => optionsOf(value, detail))];
    },
    [me],
  );
  const chosen = relationIn(search);
  return (
    <Combobox
      {...control}
      value={
        chosen && {
          value: `${chosen.relation}:${chosen.username}`,
          label: relationTitle(chosen.relation, chosen.username, me),
        }
      }
      onChange={(option) => {
        const [relation, username] = option?.value.split(':') ?? [];
        onChange({ ...nothing, ...(relation === undefined ? {} : { [relation as Relation]: username }) });
      }}
      search={find}
      placeholder="Any"
      nothingFound="No participants found"
    />
  );
}
