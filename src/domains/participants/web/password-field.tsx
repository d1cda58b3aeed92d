import { Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { PASSWORD_MIN } from '#domains/participants/contract.ts';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

export type PasswordFieldProps = {
  label?: string;
  value: string;
  error?: string | undefined;
  /** A password being chosen, not one being given. */
  isNew: boolean;
  onChange: (value: string) => void;
};

/** A password that can be pasted and shown; says when Caps Lock is on. */
export function PasswordField({ label = 'Password', value, error, isNew, onChange }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const hint = capsLock
    ? 'Caps Lock is on.'
    : isNew
      ? `At least ${PASSWORD_MIN} characters. Longer is better.`
      : undefined;
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <TextField
          {...control}
          type={shown ? 'text' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCapsLock(false)}
          trailing={
            <IconButton
              label={shown ? 'Hide password' : 'Show password'}
              size="small"
              tooltip={false}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff aria-hidden="true" size={15} /> : <Eye aria-hidden="true" size={15} />}
            </IconButton>
          }
        />
      )}
    </Field>
  );
}
