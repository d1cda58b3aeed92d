import { type ComponentType, useState } from 'react';
import { SearchBox } from '#platform/web/ui/form/search-box.tsx';
import type { FieldProps } from './search-results-box.tsx';

const field = { label: 'Find an asset, block or hash', placeholder: 'Asset ID, block number or hash' };

/** Finds anything on the ledger without an account. The search code loads when the field gets focus. */
export function FindAnything() {
  const [text, setText] = useState('');
  const [Found, setFound] = useState<ComponentType<FieldProps>>();
  // If the code fails to load, the plain field stays and the next focus retries.
  const load = () =>
    void import('./search-results-box.tsx').then((module) => setFound(() => module.default)).catch(() => {});
  return (
    <search className="mt-8 flex max-w-120 flex-col gap-2" onFocus={Found ? undefined : load}>
      {Found ? (
        <Found {...field} value={text} onChange={setText} />
      ) : (
        <SearchBox {...field} value={text} onChange={setText} groups={[]} />
      )}
      <p className="text-14 text-muted">Look up anything on the ledger. No account needed.</p>
    </search>
  );
}
