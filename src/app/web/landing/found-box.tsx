import { SearchBox, type SearchBoxProps } from '#platform/web/ui/form/search-box.tsx';
import { useFound } from '../palette/use-found.tsx';

export type FieldProps = Pick<SearchBoxProps, 'label' | 'placeholder' | 'value' | 'onChange'>;

/** Replaces the plain field and takes its focus. Enter opens the best match. */
export default function FoundBox(props: FieldProps) {
  const { groups } = useFound(props.value);
  const first = groups.flatMap(({ items }) => items)[0];
  return <SearchBox {...props} autoFocus groups={groups} onEnter={() => first?.onChoose()} />;
}
