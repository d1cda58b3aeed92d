import type { ParticipantRole } from '#domains/participants/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';
import type { SignInMode } from './sign-in-request.ts';

export type Credentials = { username: string; password: string; email: string; role: ParticipantRole };
export type CredentialErrors = Partial<Record<keyof Credentials, string>>;

/** What must be there before anything is sent. */
export function credentialErrors(values: Credentials, mode: SignInMode): CredentialErrors {
  const errors: CredentialErrors = {};
  if (values.username.trim() === '') errors.username = 'Username is required';
  if (values.password === '') errors.password = 'Password is required';
  if (mode === 'create account' && values.email.trim() === '') errors.email = 'Email is required for registration';
  return errors;
}

const fields: Readonly<Record<string, keyof Credentials>> = {
  '/user': 'username',
  '/username': 'username',
  '/password': 'password',
  '/email': 'email',
  '/role': 'role',
};

/** The server's complaints, each at the field it is about. */
export function placedErrors(error: unknown): CredentialErrors {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.errors.flatMap(({ pointer, message }) => {
      const field = fields[pointer];
      return field ? [[field, message]] : [];
    }),
  );
}
