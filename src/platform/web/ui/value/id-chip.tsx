import { shortId } from '../../shorten.ts';
import { CopyChip } from '../action/copy-chip.tsx';

/** An id: its beginning, the whole on hover and focus, copied by a click. */
export function IdChip({ id, label = 'Id' }: { id: string; label?: string }) {
  return <CopyChip text={id} short={shortId(id)} label={label} boxed />;
}
