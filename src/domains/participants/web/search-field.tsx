import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useDebounced } from '#platform/web/ui/timing/use-debounced.ts';

/** A search input that applies after a pause in typing, and follows the URL when it changes otherwise. */
export function SearchField({
  label,
  placeholder,
  applied,
  onApply,
  className,
}: {
  className?: string;
  label: string;
  placeholder: string;
  applied: string;
  onApply: (text: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(applied);
  const settled = useDebounced(typed).trim();
  const last = useRef(applied);
  const apply = useRef(onApply);
  apply.current = onApply;
  useEffect(() => {
    if (settled === last.current) return;
    last.current = settled;
    apply.current(settled || undefined);
  }, [settled]);
  useEffect(() => {
    if (applied === last.current) return;
    last.current = applied;
    setTyped(applied);
  }, [applied]);
  return (
    <Field label={label} {...(className ? { className } : {})}>
      {(control) => (
        <TextField
          {...control}
          type="search"
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          leading={<Search size={16} />}
          placeholder={placeholder}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Field>
  );
}
