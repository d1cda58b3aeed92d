export type MailLink = { readonly label: string; readonly url: string };
type Parts = {
  readonly paragraphs: readonly string[];
  readonly action: MailLink;
  readonly end?: MailLink | undefined;
};

/** Returns a mail in plain text and HTML: paragraphs, an action, and a final link. */
export function composeMail({ paragraphs, action, end }: Parts): { text: string; html: string } {
  const links = [action, ...(end === undefined ? [] : [end])];
  const text = [...paragraphs, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n\n');
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...links.map(({ label, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`),
  ];
  const body = `<body style="font-family:sans-serif;line-height:1.5">${html.join('\n')}</body>`;
  return { text: `${text}\n`, html: `<!doctype html>\n<html lang="en">${body}</html>\n` };
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');
