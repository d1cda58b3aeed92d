import { Link } from '@tanstack/react-router';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import type { CallStatus, SharedProperty } from '#domains/market/contract.ts';
import { TransactionLink } from '#domains/payments/web/index.ts';
import { formatCents } from '#platform/contract/money.ts';
import { formatFraction } from '#platform/web/format-fraction.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';

const states: Record<CallStatus, { tone: Tone; text: string }> = {
  queued: { tone: 'amber', text: 'Waits to be sent' },
  sent: { tone: 'amber', text: 'On the way' },
  confirmed: { tone: 'green', text: 'Final' },
  failed: { tone: 'red', text: 'Refused' },
};

/** A property with shares: the terms of the issue, who holds them, and each call of the contract with its network. */
export function ShareDetails({ property }: { property: SharedProperty }) {
  const { nftMetadata, issue, currentOwnership, tradingActivity, propertyId } = property;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Card title={property.address} description={`${formatCount(nftMetadata.totalSupply)} shares`}>
        <KeyValueList
          items={[
            {
              label: 'Property',
              value: (
                <Link to="/detroit/properties/$propertyId" params={{ propertyId }} className={linkClass}>
                  {propertyId}
                </Link>
              ),
            },
            { label: 'Assessed value', value: <span className="tabular">{property.assessedValueFormatted}</span> },
            { label: 'Tax owed', value: <span className="tabular">{formatCents(property.taxOwed)}</span> },
            {
              label: 'Issue price',
              value: <span className="tabular">{formatCents(Math.round(issue.sharePrice * 100))} a share</span>,
            },
            { label: 'Royalty', value: `${issue.royaltyPercentage}% of each sale` },
            { label: 'Minimum purchase', value: formatCount(issue.minimumPurchase) },
            {
              label: 'Who may buy',
              value: issue.allowPublicTrading ? 'Any account' : 'Accounts that the issuer allows',
            },
            { label: 'Token', value: <span className="tabular">{nftMetadata.tokenId}</span> },
            { label: 'Contract', value: <Hash value={nftMetadata.contractAddress} label="Contract" /> },
          ]}
        />
      </Card>
      <Card title="Holders" description="Under addresses that name nobody.">
        <ul className="divide-y divide-line">
          {currentOwnership.map(({ holder, shares, percentage, isYours }) => (
            <li key={holder} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <span className="flex items-center gap-2">
                <Hash value={holder} label="Holder" />
                {isYours ? <Badge tone="teal">Yours</Badge> : null}
              </span>
              <span className="tabular">
                {formatCount(shares)} <span className="text-muted">({formatFraction(percentage / 100)})</span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Activity">
        <ul className="divide-y divide-line">
          {tradingActivity.map(({ txHash, txStatus, network, isLocal, shares, at, blockIndex }) => (
            <li key={txHash} className="flex flex-col gap-1 py-2">
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span>
                  {formatCount(shares)} shares issued in block <BlockLink index={blockIndex} />
                </span>
                <Badge tone={states[txStatus].tone}>{states[txStatus].text}</Badge>
              </span>
              <span className="text-13 text-muted">
                <Time at={at} format="day" /> · <TransactionLink hash={txHash} /> on {network}
                {isLocal ? ', this server only' : ''}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
