import { useQuery } from '@tanstack/react-query';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { BlockLink } from '../block-link.tsx';
import { verdictQuery } from '../queries.ts';

/** Shows a banner with the first bad block while the chain is broken. */
export function VerdictBanner() {
  const { data } = useQuery(verdictQuery);
  if (!data || data.valid) return null;
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
        <strong className="font-semibold">The chain is broken.</strong> {data.error}
      </Banner>
    </div>
  );
}
