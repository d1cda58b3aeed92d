import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { BlockLink, linkClass } from '../block-link.tsx';
import { useVerdict } from '../use-verdict.ts';

/** Shows a banner while the chain is broken, with the first bad block, or not verified. */
export function VerdictBanner() {
  const { data } = useVerdict();
  if (!data || data.state === 'valid') return null;
  if (data.state === 'unknown')
    return (
      <div className="mb-5">
        <Banner kind="warning">
          <strong className="font-semibold">Not verified.</strong> The server has not confirmed the chain in the last 30
          seconds. This page checks again by itself.
        </Banner>
      </div>
    );
  return (
    <div className="mb-5">
      <Banner
        kind="failure"
        action={
          data.blockIndex === undefined ? null : (
            <BlockLink index={data.blockIndex} words={`Show block ${data.blockIndex}`} />
          )
        }
      >
        <strong className="font-semibold">
          {data.conflict ? 'The chain is not the one that was signed.' : 'The chain is broken.'}
        </strong>{' '}
        {data.error}
        {data.conflict ? (
          <>
            {' '}
            Nothing more is signed until an operator clears this:{' '}
            <a href="/runbooks/signing-record.md" className={linkClass}>
              what to do
            </a>
            .
          </>
        ) : null}
      </Banner>
    </div>
  );
}
