import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { readToken } from '#platform/web/token-store.ts';
import { accountOf } from './accounts.fixture.ts';
import SignInDialog from './sign-in-dialog.tsx';

const open = async (mode: 'sign in' | 'create account' = 'sign in') => {
  const { user } = await renderApp(<SignInDialog initialMode={mode} />);
  const submit = () =>
    user.click(screen.getByRole('button', { name: mode === 'sign in' ? 'Sign In' : 'Create Account', hidden: false }));
  return { user, submit };
};
const errorOf = (label: string) => {
  const control = screen.getByLabelText(label);
  const [id = ''] = (control.getAttribute('aria-describedby') ?? '').split(' ');
  return control.getAttribute('aria-invalid') === 'true' ? document.getElementById(id)?.textContent : undefined;
};

test('names every missing field and sends nothing', async () => {
  const sent = stubServer({});
  const { submit } = await open();
  await submit();
  await waitFor(() => expect(errorOf('Username')).toBe('Username is required'));
  expect(errorOf('Password')).toBe('Password is required');
  expect(sent).toEqual([]);
});

test('asks for an email only when creating an account', async () => {
  const sent = stubServer({});
  const { user } = await open('create account');
  expect(screen.getByText(/^3 to 32 characters: a-z, A-Z, 0-9, - and _\./)).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: 'Create Account' })[0] as HTMLElement);
  await waitFor(() => expect(errorOf('Email')).toBe('Email is required for registration'));
  expect(sent).toEqual([]);
});

test('signs in with the trimmed username and stores the session', async () => {
  const session = { token: 'fresh-token', user: accountOf('shipper') };
  const sent = stubServer({ 'POST /api/auth/login': () => json(session) });
  const { user, submit } = await open();
  await user.type(screen.getByLabelText('Username'), ' fjordline ');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await submit();
  await waitFor(() => expect(readToken()).toBe('fresh-token'));
  expect(sent.map(({ body }) => body)).toEqual([{ username: 'fjordline', password: 'correct horse' }]);
});

test('shows the server’s error once, at its field, and clears it on the next edit', async () => {
  stubServer({
    'POST /api/register': () =>
      refusal(409, 'This username is taken', [{ pointer: '/user', message: 'This username is taken' }]),
  });
  const { user } = await open('create account');
  await user.type(screen.getByLabelText('Username'), 'abc');
  await user.type(screen.getByLabelText('Email'), 'a@b.example');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getAllByRole('button', { name: 'Create Account' })[0] as HTMLElement);
  await waitFor(() => expect(errorOf('Username')).toBe('This username is taken'));
  expect(screen.getAllByText('This username is taken')).toHaveLength(1);
  expect(readToken()).toBeNull();
  await user.type(screen.getByLabelText('Username'), 'd');
  expect(errorOf('Username')).toBeUndefined();
});

test('shows an error without a field above the form', async () => {
  stubServer({ 'POST /api/auth/login': () => refusal(401, 'The username or the password is wrong.') });
  const { user, submit } = await open();
  await user.type(screen.getByLabelText('Username'), 'fjordline');
  await user.type(screen.getByLabelText('Password'), 'wrong');
  await submit();
  expect(await screen.findAllByText('The username or the password is wrong.')).toHaveLength(1);
});

test('disables the button for as long as the server requires', async () => {
  stubServer({
    'POST /api/auth/login': () => refusal(429, 'Too many attempts.', [], { 'retry-after': '30' }),
  });
  const { user, submit } = await open();
  await user.type(screen.getByLabelText('Username'), 'fjordline');
  await user.type(screen.getByLabelText('Password'), 'wrong');
  await submit();
  const button = await screen.findByRole('button', { name: /^Try again in (30|29) s$/ });
  expect(button.hasAttribute('disabled')).toBe(true);
  expect(screen.getByText('Too many attempts.')).toBeTruthy();
});

test('asks for a code when the server requires one, keeps the typed values, and completes the sign-in', async () => {
  const session = { token: 'fresh-token', user: accountOf('shipper') };
  const message = 'Enter the code from your authenticator app, or a recovery code.';
  const answers: Record<string, () => Response> = {
    '': () => refusal(401, message, [{ pointer: '/otp', message }], {}, 'second_factor_required'),
    '000000': () =>
      refusal(401, 'The code is wrong.', [{ pointer: '/otp', message: 'The code is wrong.' }], {}, 'other'),
    '123456': () => json(session),
  };
  const sent = stubServer({
    'POST /api/auth/login': ({ body }) => answers[(body as { otp?: string }).otp ?? '']!(),
  });
  const { user, submit } = await open();
  await user.type(screen.getByLabelText('Username'), 'fjordline');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  expect(screen.queryByLabelText('Code')).toBeNull();
  await submit();
  const code = await screen.findByLabelText('Code');
  expect(code.getAttribute('autocomplete')).toBe('one-time-code');
  expect(document.activeElement).toBe(code);
  expect(errorOf('Code')).toBeUndefined();
  expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('correct horse');
  await submit();
  await waitFor(() => expect(errorOf('Code')).toBe(message));
  await user.type(code, '000000{Enter}');
  await waitFor(() => expect(errorOf('Code')).toBe('The code is wrong.'));
  await user.clear(code);
  await user.type(code, '123456{Enter}');
  await waitFor(() => expect(readToken()).toBe('fresh-token'));
  expect(sent.at(-1)?.body).toEqual({ username: 'fjordline', password: 'correct horse', otp: '123456' });
});

test('clears the form when switching between sign-in and sign-up', async () => {
  stubServer({});
  const { user } = await open();
  await user.type(screen.getByLabelText('Username'), 'someone');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  expect(screen.getByRole('dialog', { name: 'Create Account' })).toBeTruthy();
  expect((screen.getByLabelText('Username') as HTMLInputElement).value).toBe('');
});
