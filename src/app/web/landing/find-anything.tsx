import { type ComponentType, useState } from 'react';
import { SearchBox } from '#platform/web/ui/form/search-box.tsx';
import type { FieldProps } from './found-box.tsx';

const field = { label: 'Find an asset, block or hash', placeholder: 'Asset ID, block number or hash' };

/** Looks anything on the ledger up, without an account. What finds it is fetched once the field is used. */
export function FindAnything() {
  const [text, setText] = useState('');
  const [Found, setFound] = useState<ComponentType<FieldProps>>();
  // A failed fetch leaves the plain field; the next focus tries again.
  const load = () => void import('./found-box.tsx').then((module) => setFound(() => module.default)).catch(() => {});
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
