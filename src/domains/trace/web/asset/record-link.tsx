import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';

/** Opens the form for this asset, for those who may record what happens to it. */
export function RecordLink({ assetId }: { assetId: string }) {
  const { user } = useSession();
  if (user === null || !(holds(user, 'record handling') || user.administrator)) return null;
  return (
    <Link to="/events" search={{ action: 'add', id: assetId }} className={buttonClass('primary')}>
      <Plus aria-hidden="true" size={15} /> Record event
    </Link>
  );
}
