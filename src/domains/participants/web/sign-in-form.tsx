import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { login, type ParticipantRole, register } from '#domains/participants/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { PasswordField } from './password-field.tsx';
import { roleDescriptions, roleOptions } from './roles.ts';
import { type CredentialErrors, type Credentials, credentialErrors, placedErrors } from './sign-in-errors.ts';
import type { SignInMode } from './sign-in-request.ts';
import { startSession } from './use-session.ts';

const blank: Credentials = { username: '', password: '', email: '', role: 'manufacturer' };

/** The fields of either mode. Any edit clears what was wrong; success keeps the session and tells the caller. */
export function SignInForm({ mode, onDone }: { mode: SignInMode; onDone: () => void }) {
  const creating = mode === 'create account';
  const { values, errors, failure, busy, wait, edit, submit } = useSignIn(mode, onDone);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failure ? <Banner kind="failure">{failure}</Banner> : null}
      <Field
        label="Username"
        error={errors.username}
        hint={creating ? 'It becomes part of the permanent record. Letters, digits, - and _.' : undefined}
      >
        {(control) => (
          <TextField
            {...control}
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={values.username}
            onChange={(event) => edit({ username: event.target.value })}
          />
        )}
      </Field>
      {creating ? (
        <Field label="Email" error={errors.email}>
          {(control) => (
            <TextField
              {...control}
              type="email"
              autoComplete="email"
              value={values.email}
              onChange={(event) => edit({ email: event.target.value })}
            />
          )}
        </Field>
      ) : null}
      <PasswordField
        value={values.password}
        error={errors.password}
        isNew={creating}
        onChange={(password) => edit({ password })}
      />
      {creating ? (
        <Field label="Role" hint={roleDescriptions[values.role]}>
          {(control) => (
            <Select
              {...control}
              options={roleOptions}
              value={values.role}
              onChange={(event) => edit({ role: event.target.value as ParticipantRole })}
            />
          )}
        </Field>
      ) : null}
      <Button type="submit" variant="primary" disabled={wait > 0} busy={busy && 'Processing...'} className="mt-1">
        {wait > 0 ? `Try again in ${wait} s` : creating ? 'Create Account' : 'Sign In'}
      </Button>
    </form>
  );
}

function useSignIn(mode: SignInMode, onDone: () => void) {
  const queryClient = useQueryClient();
  const signIn = useCallMutation(login);
  const signUp = useCallMutation(register);
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState<CredentialErrors>({});
  const [failure, setFailure] = useState<string>();
  const wait = useWait();

  const send = async ({ username, password, email, role }: Credentials) => {
    if (mode === 'sign in') return signIn.mutateAsync({ body: { username: username.trim(), password } });
    const answer = await signUp.mutateAsync({ body: { user: username.trim(), password, role, email: email.trim() } });
    if ('token' in answer) return answer;
    throw new Error('Authentication failed');
  };
  const edit = (change: Partial<Credentials>) => {
    setValues((before) => ({ ...before, ...change }));
    setErrors({});
    setFailure(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = credentialErrors(values, mode);
    setErrors(wrong);
    setFailure(undefined);
    if (Object.keys(wrong).length > 0) return;
    try {
      startSession(queryClient, await send(values));
      onDone();
    } catch (error) {
      setErrors(placedErrors(error));
      if (error instanceof ApiError && error.retryAfterSeconds) wait.begin(error.retryAfterSeconds);
      setFailure(error instanceof Error && error.message !== '' ? error.message : 'Authentication failed');
    }
  };
  return { values, errors, failure, busy: signIn.isPending || signUp.isPending, wait: wait.seconds, edit, submit };
}

/** Seconds that the server asks to wait, counted down to 0. */
function useWait(): { readonly seconds: number; begin: (seconds: number) => void } {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const seconds = Math.max(0, Math.ceil((end - now) / 1000));
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), 250);
    return () => clearTimeout(timer);
  });
  const begin = (wanted: number) => {
    setNow(Date.now());
    setEnd(Date.now() + wanted * 1000);
  };
  return { seconds, begin };
}
