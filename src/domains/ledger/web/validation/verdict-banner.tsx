import { formatCount } from '#platform/web/format-number.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { timing } from '#platform/web/ui/timing/timing.ts';
import { useDebounced } from '#platform/web/ui/timing/use-debounced.ts';
import { BlockLink, linkClass } from '../block-link.tsx';
import { useVerdict } from '../use-verdict.ts';

/**
 * Shows a banner while the chain is broken, with the first bad block, or not verified. The latter appears with a delay: a
 * device that wakes up has an expired verdict until the next response, and the page must not jump twice for that.
 */
export function VerdictBanner() {
  const { data } = useVerdict();
  const isUnknown = data?.state === 'unknown';
  const staysUnknown = useDebounced(isUnknown, timing.verdictSettles);
  if (!data || data.state === 'valid') return null;
  if (isUnknown)
    return !staysUnknown ? null : (
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
            <BlockLink index={data.blockIndex} words={`Show block ${formatCount(data.blockIndex)}`} />
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
