import { CopyChip } from './copy-chip.tsx';

const charactersShown = 8;

/** An id: its first 8 characters and an ellipsis, the whole on hover and focus, copied by a click. */
export function IdChip({ id, label = 'Id' }: { id: string; label?: string }) {
  const short = id.length > charactersShown ? `${id.slice(0, charactersShown)}…` : id;
  return <CopyChip text={id} short={short} label={label} boxed />;
}
