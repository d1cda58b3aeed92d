import { countedNetwork } from '#platform/server/http/counted-network.ts';
import { RawAnswer } from '#platform/server/http/mount.ts';
import type { Ledger } from '../open-ledger.ts';
import { reportDamage } from '../report-damage.ts';
import type { FoundSheet } from './evidence.ts';
import { EVIDENCE_POLICY } from './evidence-html.ts';
import type { SheetFormat } from './evidence-worker.ts';

/** The request for a sheet. It counts against its account, or against the network of its address. */
export type SheetRequest = {
  readonly format: SheetFormat;
  readonly signal: AbortSignal;
  readonly caller: { readonly id: string } | undefined;
  readonly ip: string;
};

/**
 * Returns the sheet that `find` finds as an HTTP response in the requested format. `nextPath` returns the path of the
 * sheet after `next`.
 * @throws AppError `ledger.damaged` if it cannot be proven, `server.unavailable` while too many wait, and any error of
 * `find`
 */
export function answerEvidence(
  { sheets, verdict }: Pick<Ledger, 'sheets' | 'verdict'>,
  find: () => Promise<FoundSheet>,
  { format, signal, caller, ip }: SheetRequest,
  nextPath: (next: number) => string = () => '',
): Promise<RawAnswer> {
  return reportDamage(async () => {
    const sheet = await find();
    const bytes = await sheets.render(sheet, format, { signal, client: caller?.id ?? countedNetwork(ip) });
    const headers: Record<string, string> =
      sheet.next === undefined ? {} : { link: `<${nextPath(sheet.next)}>; rel="next"` };
    return format === 'html'
      ? new RawAnswer(bytes, 'text/html; charset=utf-8', { 'content-security-policy': EVIDENCE_POLICY, ...headers })
      : new RawAnswer(bytes, 'application/pdf', {
          'content-disposition': `inline; filename="${sheet.name}.pdf"`,
          ...headers,
        });
  }, verdict);
}
