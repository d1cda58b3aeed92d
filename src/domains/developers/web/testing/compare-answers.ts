export type AnswerChange = { readonly field: string; readonly before: string; readonly after: string };

const CHANGES_MAX = 50;

/** Compares two responses field by field if both are JSON, otherwise line by line. Returns at most 50 differences. */
export function compareAnswers(before: string, after: string): readonly AnswerChange[] {
  const [old, young] = [flatten(before), flatten(after)];
  return [...new Set([...old.keys(), ...young.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? '', after: young.get(field) ?? '' }))
    .filter((change) => change.before !== change.after)
    .slice(0, CHANGES_MAX);
}

function flatten(text: string): Map<string, string> {
  try {
    const found = new Map<string, string>();
    walk(JSON.parse(text), '', found);
    return found;
  } catch {
    return new Map(text.split('\n').map((line, at) => [`line ${at + 1}`, line]));
  }
}

function walk(value: unknown, path: string, found: Map<string, string>): void {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    found.set(path || 'answer', JSON.stringify(value));
    return;
  }
  for (const [name, inner] of Object.entries(value))
    walk(inner, Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`, found);
}
