import { Select } from '../form/select.tsx';

export type PageSizeProps = {
  sizes: readonly number[];
  value: number;
  onChange: (size: number) => void;
};

/** Selects the number of rows on a page. */
export function PageSize({ sizes, value, onChange }: PageSizeProps) {
  const options = sizes.map((size) => ({ value: String(size), label: `${size} per page` }));
  return (
    <Select
      aria-label="Rows per page"
      className="w-32"
      options={options}
      value={String(value)}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  );
}
