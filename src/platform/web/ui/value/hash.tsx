import { shortHash } from '../../shorten.ts';
import { CopyChip } from '../action/copy-chip.tsx';

/** Shows the start of a hash, the whole on hover and focus, and copies it on click. */
export function Hash({ value, label = 'Hash' }: { value: string; label?: string }) {
  return <CopyChip text={value} short={shortHash(value)} label={label} />;
}
