import { RawAnswer } from '#platform/server/http/mount.ts';
import { EVIDENCE_POLICY, evidenceHtml } from './evidence-html.ts';
import { evidencePdf } from './evidence-pdf.ts';
import type { Evidence } from './read-evidence.ts';

/** Returns a sheet as an HTTP response in the requested format. */
export async function answerEvidence(
  evidence: Evidence,
  format: 'html' | 'pdf',
  nextPath: string | undefined,
): Promise<RawAnswer> {
  const headers = nextPath === undefined ? {} : { link: `<${nextPath}>; rel="next"` };
  if (format === 'html')
    return new RawAnswer(evidenceHtml(evidence), 'text/html; charset=utf-8', {
      'content-security-policy': EVIDENCE_POLICY,
      ...headers,
    });
  const name = evidence.proof.name.replace(/\.tlog-proofs$/, '.pdf');
  return new RawAnswer(await evidencePdf(evidence), 'application/pdf', {
    'content-disposition': `inline; filename="${name}"`,
    ...headers,
  });
}
