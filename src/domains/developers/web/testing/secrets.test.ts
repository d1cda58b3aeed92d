import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyDraft, withoutDraftSecrets } from './draft.ts';
import { textWithoutSecrets, withoutSecrets } from './secrets.ts';

test('fields that tell of a password or token are left out, however deep, and named', () => {
  const value = { user: 'a', password: 'p', list: [{ newPassword: 'q', keep: 1, accessToken: 't' }] };
  expect(withoutSecrets(value)).toEqual({
    value: { user: 'a', list: [{ keep: 1 }] },
    dropped: ['password', 'newPassword', 'accessToken'],
  });
});

test('no secret value survives in a draft that is kept, whatever its body and query', () => {
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

test('a body without secrets stays letter by letter', () => {
  expect(textWithoutSecrets('{ "a" :1 }')).toEqual({ text: '{ "a" :1 }', dropped: [] });
  expect(textWithoutSecrets('{ broken')).toEqual({ text: '{ broken', dropped: [] });
});
