import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { parseBlockReference } from '../block-reference.ts';

/** Goes to a block by its index or hash, typed or pasted. */
export function BlockFinder({ onFind }: { onFind: (text: string) => void }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reference = parseBlockReference(text);
    if (reference === undefined) {
      showToast({
        title: 'That is no block',
        description: 'Type an index (123) or a hash of 64 hex digits.',
        tone: 'failure',
      });
      return;
    }
    onFind('hash' in reference ? reference.hash : String(reference.index));
    setText('');
  };
  return (
    <search className="max-sm:basis-full">
      <form onSubmit={submit}>
        <TextField
          type="search"
          aria-label="Find a block by index or hash"
          placeholder="Block index or hash"
          leading={<Search size={15} />}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="w-full sm:w-56"
        />
      </form>
    </search>
  );
}
