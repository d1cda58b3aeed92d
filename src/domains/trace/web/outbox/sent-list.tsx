import { Link } from '@tanstack/react-router';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import { Time } from '#platform/web/ui/value/time.tsx';
import { titleOf } from '../actions.ts';
import { AssetLabel } from '../asset-label.tsx';
import { rememberedAssetName } from '../asset-names.ts';
import type { SentEvent } from './sent-events.ts';

/** The last events that the outbox sent, each with its asset and block. Renders nothing without any. */
export function SentList({ sent }: { sent: readonly SentEvent[] }) {
  if (sent.length === 0) return null;
  return (
    <section aria-labelledby="outbox-sent">
      <h3 id="outbox-sent" className="mb-2 text-13 font-medium text-muted">
        Last sent
      </h3>
      <ul aria-labelledby="outbox-sent" className="divide-y divide-line rounded-8 border border-line">
        {sent.map(({ action, assetId, block, at }) => (
          <li key={block} className="flex items-center gap-3 px-4 py-2.5">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {titleOf(action)} <SentAsset assetId={assetId} />
            </span>
            <span className="text-right text-13 text-muted">
              <Time at={at / 1000} /> <BlockLink index={block} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The asset by its name, if this device has read it, and its ID. */
function SentAsset({ assetId }: { assetId: string }) {
  const name = rememberedAssetName(assetId);
  return (
    <>
      <Link to="/assets/$assetId" params={{ assetId }} className={linkClass}>
        <AssetLabel name={name} assetId={assetId} />
      </Link>
      {name === undefined ? null : <code className="block text-12 text-muted">{assetId}</code>}
    </>
  );
}
