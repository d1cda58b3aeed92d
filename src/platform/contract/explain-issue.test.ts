import { expect, test } from 'vitest';
import { z } from 'zod';
import { explainIssues, fieldIssue } from './explain-issue.ts';

const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: explainIssues('body') }).error?.issues.map(({ message }) => message);

test.each([
  [z.string(), undefined, 'field is required'],
  [z.enum(['a', 'b']), null, 'field must not be null'],
  [z.string(), 1, 'field must be text'],
  [z.int(), 1.5, 'field must be a whole number'],
  [z.coerce.number(), 'x', 'field must be a number'],
  [z.array(z.string()), {}, 'field must be a list'],
  [z.strictObject({}), [], 'field must be an object'],
  [z.enum(['asc', 'desc']), 'up', 'field must be asc or desc'],
  [z.enum(['a', 'b', 'c']), 'd', 'field must be one of a, b, c'],
  [z.stringbool(), 'maybe', 'field must be true or false'],
  [z.literal('true'), 'yes', 'field must be true'],
  [z.string().min(1), '', 'field must not be empty'],
  [z.string().max(1024), 'x'.repeat(1025), 'field must have at most 1,024 characters'],
  [z.string().length(3), 'x', 'field must have 3 characters'],
  [z.array(z.int()).max(2), [1, 2, 3], 'field must have at most 2 entries'],
  [z.int().min(1), 0, 'field must be at least 1'],
  [z.int().max(200), 201, 'field must be at most 200'],
  [z.number().positive(), 0, 'field must be greater than 0'],
  [z.number().multipleOf(5), 3, 'field must be a multiple of 5'],
  [z.uuid(), 'x', 'field must be a UUID'],
  [z.email(), 'x', 'field must be an email address'],
  [z.iso.date(), '4 March', 'field must be a day, such as 2026-03-04'],
  [
    z.string().superRefine((_, context) => context.addIssue(fieldIssue('contains a tab'))),
    'a\tb',
    'field contains a tab',
  ],
  [z.string().regex(/^a$/), 'b', 'field must match the pattern /^a$/'],
  [z.union([z.int(), z.boolean()]), 'x', 'field has a form that is not allowed here; the API reference has its schema'],
])('names the field and what would be right: %#', (schema, value, message) => {
  expect(messages(z.strictObject({ field: schema }), { field: value })).toEqual([message]);
});

test('writes the bounds of a year without commas', () => {
  const Values = z.strictObject({ year: z.int().min(1900), firstYear: z.int().max(2200) });
  expect(messages(Values, { year: 1, firstYear: 3000 })).toEqual([
    'year must be at least 1900',
    'firstYear must be at most 2200',
  ]);
});

test('names a nested field by its path, and the whole part where there is no field', () => {
  expect(messages(z.object({ list: z.array(z.object({ id: z.int() })) }), { list: [{ id: 0.5 }] })).toEqual([
    'list.0.id must be a whole number',
  ]);
  expect(messages(z.strictObject({}), 'x')).toEqual(['The body must be an object']);
});

test('explains the only alternative whose type matches the input', () => {
  const one = z.strictObject({ id: z.int() });
  const oneOrSeveral = z.union([one, z.array(one).max(2)]);
  expect(messages(oneOrSeveral, [{ id: 1 }, { id: 2 }, { id: 3 }])).toEqual(['The body must have at most 2 entries']);
  expect(messages(oneOrSeveral, [{ id: 0.5 }])).toEqual(['0.id must be a whole number']);
  expect(messages(z.object({ of: oneOrSeveral }), { of: { id: 'x' } })).toEqual(['of: id must be a number']);
});

test('names each unknown field', () => {
  expect(messages(z.strictObject({}), { a: 1, b: 2 })).toEqual([
    'a is not a known field; remove it. b is not a known field; remove it',
  ]);
});

test("leaves a schema's own message as it is", () => {
  expect(messages(z.object({ a: z.string().min(1, 'A name is required') }), { a: '' })).toEqual(['A name is required']);
});
