import { useQuery } from '@tanstack/react-query';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { BlockLink } from '../block-link.tsx';
import { verdictQuery } from '../queries.ts';

/** Says on top of the page that the chain is broken, and where; nothing while it holds. */
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
