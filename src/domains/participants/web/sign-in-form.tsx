import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { login, register, secondFactorRequired, USERNAME_MAX, USERNAME_MIN } from '#domains/participants/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { type Credentials, credentialsOf } from './credentials.ts';
import { PasswordField } from './password-field.tsx';
import { roleDescriptions, roleOptions } from './roles.ts';
import { anyCodeHint, CodeField } from './second-factor/code-field.tsx';
import { type SignInMode, takeAfterCreation } from './sign-in-request.ts';
import { startSession } from './use-session.ts';

const usernameHint = `${USERNAME_MIN} to ${USERNAME_MAX} characters: a-z, A-Z, 0-9, - and _. It becomes part of the permanent record.`;
const blank: Credentials = { username: '', email: '', password: '', otp: '', role: 'manufacturer' };

/**
 * The form in either mode. Starts the session on success. An edit clears the error. The code is asked for once the server
 * requires a second factor; typed values stay.
 */
export function SignInForm({ mode, onDone }: { mode: SignInMode; onDone: () => void }) {
  const creating = mode === 'create account';
  const { form, asksCode, busy, wait, submit } = useSignIn(mode, onDone);
  const { errors } = form.formState;
  const failure = errors.root?.message;
  return (
    <form noValidate onSubmit={submit} onChange={() => form.clearErrors('root')} className="flex flex-col gap-4">
      {failure ? <Banner kind="failure">{failure}</Banner> : null}
      <Field label="Username" error={errors.username?.message} hint={creating ? usernameHint : undefined}>
        {(control) => (
          <TextField
            {...control}
            {...form.register('username')}
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      {creating ? (
        <Field label="Email" error={errors.email?.message}>
          {(control) => <TextField {...control} {...form.register('email')} type="email" autoComplete="email" />}
        </Field>
      ) : null}
      <PasswordField {...form.register('password')} error={errors.password?.message} isNew={creating} />
      {asksCode ? (
        <CodeField {...form.register('otp')} autoFocus error={errors.otp?.message} hint={anyCodeHint} />
      ) : null}
      {creating ? (
        <Field label="Role" error={errors.role?.message} hint={roleDescriptions[form.watch('role')]}>
          {(control) => <Select {...control} {...form.register('role')} options={roleOptions} />}
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
  const form = useContractForm(credentialsOf(mode), blank);
  const wait = useWait();
  const [asksCode, setAsksCode] = useState(false);

  const send = async ({ username, password, otp, email, role }: Credentials) => {
    if (mode === 'sign in') return signIn.mutateAsync({ body: { username, password, ...(otp === '' ? {} : { otp }) } });
    const answer = await signUp.mutateAsync({ body: { user: username, password, role, email } });
    if ('token' in answer) return answer;
    throw new Error('Authentication failed');
  };
  const submit = form.handleSubmit(async (credentials) => {
    try {
      startSession(queryClient, await send(credentials));
      if (mode === 'create account') takeAfterCreation()?.(queryClient);
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.code === secondFactorRequired.code && !asksCode) return setAsksCode(true);
      if (error instanceof ApiError && error.retryAfterSeconds) wait.begin(error.retryAfterSeconds);
      showFailure(form, error, 'Authentication failed', { user: 'username' });
    }
  });
  return { form, asksCode, busy: signIn.isPending || signUp.isPending, wait: wait.seconds, submit };
}

/** Counts down the seconds that the server requires to wait. */
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
