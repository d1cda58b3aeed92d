import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyDraft, withoutDraftSecrets } from './draft.ts';
import { textWithoutSecrets, withoutSecrets } from './secrets.ts';

test('removes password and token fields at any depth and lists them', () => {
  const value = { user: 'a', password: 'p', list: [{ newPassword: 'q', keep: 1, accessToken: 't' }] };
  expect(withoutSecrets(value)).toEqual({
    value: { user: 'a', list: [{ keep: 1 }] },
    dropped: ['password', 'newPassword', 'accessToken'],
  });
});

test('leaves no secret in a stored draft, whatever its body and query', () => {
  const secret = 'S3CRET-S3CRET';
  const names = fc.constantFrom('password', 'newPassword', 'token', 'Access_Token', 'client_secret');
  fc.assert(
    fc.property(names, fc.jsonValue(), fc.boolean(), (name, other, broken) => {
      const body = JSON.stringify({ other, deep: [{ [name]: secret }] }) + (broken ? '}' : '');
      const headers = [{ name: 'Authorization', value: secret }];
      const draft = {
        ...emptyDraft,
        headers,
        method: 'POST' as const,
        endpoint: `/api/x?${name}=${secret}&page=1`,
        body,
      };
      const { draft: clean, dropped } = withoutDraftSecrets(draft);
      expect(JSON.stringify(clean)).not.toContain(secret);
      expect(clean.endpoint).toBe('/api/x?page=1');
      expect(dropped).toContain(name);
    }),
  );
});

test('leaves a body without secrets unchanged', () => {
  expect(textWithoutSecrets('{ "a" :1 }')).toEqual({ text: '{ "a" :1 }', dropped: [] });
  expect(textWithoutSecrets('{ broken')).toEqual({ text: '{ broken', dropped: [] });
});
