import { shortId } from '../../shorten.ts';
import { CopyChip } from '../action/copy-chip.tsx';

/** Shows the start of an id, the whole on hover and focus, and copies it on click. */
export function IdChip({ id, label = 'Id' }: { id: string; label?: string }) {
  return <CopyChip text={id} short={shortId(id)} label={label} boxed />;
}
