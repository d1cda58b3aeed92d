import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { formatCount } from '#platform/web/format-number.ts';
import { Combobox } from '#platform/web/ui/form/combobox.tsx';
import type { ControlProps } from '#platform/web/ui/form/field.tsx';
import type { OptionSearch } from '#platform/web/ui/form/use-option-search.ts';
import { facetsQuery } from '../queries.ts';
import type { AssetsSearch } from './assets-search.ts';

export type BatchFilterProps = {
  control: ControlProps;
  search: AssetsSearch;
  onChange: (batch: string | undefined) => void;
};

/** Selects a batch: the most frequent ones with their counts, or any other by name. */
export function BatchFilter({ control, search: filter, onChange }: BatchFilterProps) {
  const queryClient = useQueryClient();
  const { batch } = filter;
  const find = useCallback<OptionSearch>(
    async (text) => {
      const { batches } = await queryClient.fetchQuery(facetsQuery({ ...filter, batch: undefined }));
      const wanted = text.trim();
      const options = batches
        .filter(({ value }) => value.toLowerCase().includes(wanted.toLowerCase()))
        .map(({ value, count, atLeast }) => ({
          value,
          label: value,
          detail: `${formatCount(count)}${atLeast ? '+' : ''}`,
        }));
      const isListed = wanted === '' || options.some(({ value }) => value === wanted);
      return isListed ? options : [...options, { value: wanted, label: wanted, detail: 'exactly' }];
    },
    [queryClient, filter],
  );
  return (
    <Combobox
      {...control}
      value={batch ? { value: batch, label: batch } : null}
      onChange={(option) => onChange(option?.value)}
      search={find}
      placeholder="Any"
      nothingFound="No batches found"
    />
  );
}
