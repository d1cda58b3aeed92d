export default function BlockGraph(_: {
  blocks: readonly unknown[];
  selected: number | undefined;
  onSelect: (index: number) => void;
  toneOf: unknown;
}) {
  return null;
}
