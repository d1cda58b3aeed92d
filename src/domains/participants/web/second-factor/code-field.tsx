import type { ComponentProps } from 'react';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

type CodeFieldProps = Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref' | 'autoFocus'> & {
  error?: string | undefined;
  hint?: string | undefined;
};

/** An input for a code from an authenticator app, or for a recovery code, which contains letters. */
export function CodeField({ error, hint, ...input }: CodeFieldProps) {
  return (
    <Field label="Code" error={error} hint={hint}>
      {(control) => (
        <TextField
          {...control}
          {...input}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
        />
      )}
    </Field>
  );
}

export const anyCodeHint = 'From your authenticator app, or one of your recovery codes.';
