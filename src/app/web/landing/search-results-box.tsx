import { SearchBox, type SearchBoxProps } from '#platform/web/ui/form/search-box.tsx';
import { useSearchResults } from '../palette/use-search-results.tsx';

export type FieldProps = Pick<SearchBoxProps, 'label' | 'placeholder' | 'value' | 'onChange'>;

/** Replaces the plain field and takes its focus. Enter opens the best match. */
export default function SearchResultsBox(props: FieldProps) {
  const { groups } = useSearchResults(props.value);
  const first = groups.flatMap(({ items }) => items)[0];
  return <SearchBox {...props} autoFocus groups={groups} onEnter={() => first?.onChoose()} />;
}
