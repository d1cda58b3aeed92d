import { z } from 'zod';
import { login, ParticipantRole, Password, RegisterRequest, Username } from '#domains/participants/contract.ts';
import type { SignInMode } from './sign-in-request.ts';

export type Credentials = { username: string; email: string; password: string; otp: string; role: ParticipantRole };

const unused = z.string();
const given = z.string().min(1, { error: 'Password is required', abort: true });

/** Signing in accepts any existing name and password, since the rules for new ones may have become stricter. */
const SignIn = z.object({
  username: z.string().trim().pipe(login.body.shape.username),
  email: unused,
  password: login.body.shape.password,
  otp: z.string().trim(),
  role: ParticipantRole,
});

/** Creating an account requires an email, and a name and password that the contract accepts. */
const SignUp = z.object({
  username: Username,
  email: z.string().trim().pipe(RegisterRequest.shape.email.unwrap()),
  password: given.pipe(Password),
  otp: unused,
  role: ParticipantRole,
});

/** Returns the schema of the form in either mode. */
export const credentialsOf = (mode: SignInMode): z.ZodType<Credentials, Credentials> =>
  mode === 'sign in' ? SignIn : SignUp;
