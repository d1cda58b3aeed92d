import { RawAnswer } from '#platform/server/http/mount.ts';
import { EVIDENCE_POLICY } from './evidence-html.ts';
import type { SheetFormat } from './evidence-worker.ts';
import type { FoundSheet } from './read-evidence.ts';
import type { Sheets } from './sheets.ts';

/** Returns a sheet as an HTTP response in the requested format. `nextPath` returns the path of the sheet after `next`. */
export async function answerEvidence(
  sheets: Sheets,
  sheet: FoundSheet,
  { format, ...by }: { readonly format: SheetFormat; readonly signal: AbortSignal; readonly client: string },
  nextPath: (next: number) => string = () => '',
): Promise<RawAnswer> {
  const bytes = await sheets.render(sheet, format, by);
  const headers: Record<string, string> =
    sheet.next === undefined ? {} : { link: `<${nextPath(sheet.next)}>; rel="next"` };
  if (format === 'html')
    return new RawAnswer(bytes, 'text/html; charset=utf-8', { 'content-security-policy': EVIDENCE_POLICY, ...headers });
  return new RawAnswer(bytes, 'application/pdf', {
    'content-disposition': `inline; filename="${sheet.name}.pdf"`,
    ...headers,
  });
}
