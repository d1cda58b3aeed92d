import { Select } from '../form/select.tsx';

export type PageSizeProps = {
  sizes: readonly number[];
  value: number;
  onChange: (size: number) => void;
};

/** How many rows a page holds. */
export function PageSize({ sizes, value, onChange }: PageSizeProps) {
  const options = sizes.map((size) => ({ value: String(size), label: `${size} a page` }));
  return (
    <Select
      aria-label="Rows a page"
      className="w-32"
      options={options}
      value={String(value)}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  );
}
