import { ChevronDown } from 'lucide-react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { useDeferred } from '#platform/web/ui/timing/use-deferred.ts';
import type { Evidence } from './evidence-menu-list.tsx';

/** Offers evidence for third parties. The menu's code loads on demand, because the landing page shows this button. */
export function EvidenceMenu({ of }: { of: Evidence }) {
  const { module, triggerProps } = useDeferred(() => import('./evidence-menu-list.tsx'));
  const label = (
    <>
      Evidence <ChevronDown aria-hidden="true" size={14} />
    </>
  );
  if (module) return <module.EvidenceMenuList of={of} trigger={<Button size="small">{label}</Button>} />;
  return (
    <Button size="small" aria-haspopup="menu" aria-expanded="false" {...triggerProps}>
      {label}
    </Button>
  );
}
