import { Link2 } from 'lucide-react';
import { stringifyPlainSearch } from '#platform/web/plain-search.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { useCopy } from '#platform/web/ui/action/use-copy.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { type Draft, withoutDraftSecrets } from './draft.ts';

/** Copies an address that opens this request: method, path, query and body, and no secret. */
export function LinkButton({ draft }: { draft: Draft }) {
  const { state, copy } = useCopy();
  const onClick = () => {
    const { draft: clean, dropped } = withoutDraftSecrets(draft);
    const { method, endpoint, body } = clean;
    copy(`${window.location.origin}/testing${stringifyPlainSearch({ tab: 'custom', method, endpoint, body })}`);
    if (dropped.length > 0)
      showToast({ title: 'Link copied without secrets', description: `Left out: ${dropped.join(', ')}.` });
  };
  return (
    <Button size="small" icon={<Link2 aria-hidden="true" size={14} />} onClick={onClick}>
      {state === 'copied' ? 'Copied' : 'Copy link'}
    </Button>
  );
}
