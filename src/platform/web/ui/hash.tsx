import { CopyChip } from './copy-chip.tsx';

const digitsShown = 16;

/** A hash: its first 16 characters, the whole on hover and focus, copied by a click. */
export function Hash({ value, label = 'Hash' }: { value: string; label?: string }) {
  const short = value.length > digitsShown ? `${value.slice(0, digitsShown)}…` : value;
  return <CopyChip text={value} short={short} label={label} />;
}
