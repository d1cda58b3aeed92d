import { shortHash } from '../../shorten.ts';
import { CopyChip } from '../action/copy-chip.tsx';

/** A hash: its beginning, the whole on hover and focus, copied by a click. */
export function Hash({ value, label = 'Hash' }: { value: string; label?: string }) {
  return <CopyChip text={value} short={shortHash(value)} label={label} />;
}
