import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { PASSWORD_MIN } from '#domains/participants/contract.ts';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

export type PasswordFieldProps = Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref'> & {
  label?: string;
  error?: string | undefined;
  /** Whether the user chooses a new password instead of entering the current one. */
  isNew: boolean;
};

/** A password input that can be revealed. Warns when Caps Lock is on. */
export function PasswordField({ label = 'Password', error, isNew, onBlur, ...input }: PasswordFieldProps) {
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
          {...input}
          type={shown ? 'text' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={(event) => {
            setCapsLock(false);
            onBlur?.(event);
          }}
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
