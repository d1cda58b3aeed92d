import { Link } from '@tanstack/react-router';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import type { SharedProperty } from '#domains/market/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { formatFraction } from '#platform/web/format-fraction.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { CallBadge, CallLink } from '../call-state.tsx';
import { PaidIncome } from '../income/paid-income.tsx';
import { Receivers } from '../receivers/receivers.tsx';

type Activity = SharedProperty['tradingActivity'][number];

/** A property with shares: the terms of the issue, the holders, and each call of the contract with its network. */
export function ShareDetails({ property }: { property: SharedProperty }) {
  const { nftMetadata, issue, currentOwnership, sharesOutside, tradingActivity, propertyId } = property;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Card
        title={property.address}
        description={`${formatCount(nftMetadata.totalSupply)} shares`}
        action={
          <Link to="/nft" search={{ tab: 'trade', property: propertyId }} className={buttonClass('primary', 'small')}>
            Trade
          </Link>
        }
      >
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
            ...(property.taxOverdue > 0 ? [{ label: 'Tax overdue', value: <OverdueTax {...property} /> }] : []),
            {
              label: 'Issue price',
              value: <span className="tabular">{formatCents(Math.round(issue.sharePrice * 100))} a share</span>,
            },
            {
              label: 'Offered from',
              value: (
                <span className="tabular">
                  {nftMetadata.floorPrice === null
                    ? 'No share is offered'
                    : `${formatDollars(nftMetadata.floorPrice)}, ${formatCounted(nftMetadata.availableShares, 'share')}`}
                </span>
              ),
            },
            {
              label: 'Last price',
              value: (
                <span className="tabular">
                  {nftMetadata.lastSalePrice === null ? 'Never sold' : formatDollars(nftMetadata.lastSalePrice)}
                </span>
              ),
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
      {issue.allowPublicTrading ? null : <Receivers propertyId={propertyId} />}
      <Card title="Holders" description="By their addresses on the network, without names.">
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
          {sharesOutside === 0 ? null : (
            <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <span>In wallets on the network</span>
              <span className="tabular">
                {formatCount(sharesOutside)}{' '}
                <span className="text-muted">({formatFraction(sharesOutside / nftMetadata.totalSupply)})</span>
              </span>
            </li>
          )}
        </ul>
      </Card>
      <PaidIncome
        propertyId={propertyId}
        sharesHere={nftMetadata.totalSupply - sharesOutside}
        mayDistribute={issue.isYours}
      />
      <Card title="Activity">
        <ul className="divide-y divide-line">
          {tradingActivity.map((activity) => (
            <li key={activity.id} className="flex flex-col gap-1 py-2">
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span>
                  {wordsOf(activity)} in block <BlockLink index={activity.blockIndex} />
                </span>
                <CallBadge call={activity} />
              </span>
              <span className="text-13 text-muted">
                <Time at={activity.timestamp} format="day" /> · <CallLink call={activity} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

const OverdueTax = ({ taxOverdue, salesHalted }: Pick<SharedProperty, 'taxOverdue' | 'salesHalted'>) => (
  <span className="flex flex-wrap items-center gap-2">
    <Badge tone="red">{formatCents(taxOverdue)}</Badge>
    {salesHalted ? 'The issuer cannot sell until it is paid' : null}
  </span>
);

function wordsOf({ type, tokenAmount, pricePerToken }: Activity): string {
  const counted = formatCounted(tokenAmount, 'share');
  if (type === 'mint') return `${counted} issued`;
  if (type === 'transfer' || pricePerToken === null) return `${counted} transferred`;
  return `${counted} sold at ${formatDollars(pricePerToken)}`;
}
