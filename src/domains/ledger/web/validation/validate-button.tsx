import { ShieldCheck } from 'lucide-react';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { Button } from '#platform/web/ui/action/button.tsx';

/** For those who may have the whole chain validated. */
export function ValidateButton({ onOpen }: { onOpen: () => void }) {
  const { user } = useSession();
  if (user === null || !holds(user, 'validate chain')) return null;
  return (
    <Button variant="primary" icon={<ShieldCheck aria-hidden="true" size={16} />} onClick={onOpen}>
      Validate Chain
    </Button>
  );
}
