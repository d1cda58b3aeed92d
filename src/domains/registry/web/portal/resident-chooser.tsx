import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

/** Opens the portal of a resident, for government accounts. */
export function ResidentChooser({
  resident,
  onChoose,
}: {
  resident: string | undefined;
  onChoose: (username: string | undefined) => void;
}) {
  const [text, setText] = useState(resident ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChoose(text.trim() || undefined);
  };
  return (
    <form onSubmit={submit} className="mb-6 flex flex-wrap items-end gap-3">
      <Field label="Username of a resident">
        {(control) => (
          <TextField
            {...control}
            leading={<Search aria-hidden="true" size={16} />}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit">Show properties</Button>
    </form>
  );
}
