import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Guard } from '#domains/participants/web/index.ts';
import { canReconcile } from '#domains/payments/contract.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { useKeptFocus } from '#platform/web/ui/overlay/use-kept-focus.ts';
import type { PaymentsDeskSearch } from './desk-search.ts';
import { EthRateTab } from './eth-rate.tsx';
import { HeldMoneyTable } from './held-money.tsx';
import { Reconciliations } from './reconciliations.tsx';

const heading = {
  title: 'Payments desk',
  subtitle: 'Money waiting for a decision, the daily comparison of card payments, and the price of ETH.',
};

/** The desk where government accounts and administrators manage the payment methods. */
export function PaymentsDesk({ search }: { search: PaymentsDeskSearch }) {
  const navigate = useNavigate({ from: '/payments/desk' });
  const { tab = 'held', page = 1 } = search;
  const change = (next: PaymentsDeskSearch) => void navigate({ search: next, resetScroll: false });
  const turnTo = (next: number) => change({ ...search, page: next });
  return (
    <>
      <title>Payments desk · Cairn</title>
      <Guard capability={canReconcile} heading={heading}>
        {(user) => (
          <DeskFrame>
            <PageHeader
              {...heading}
              actions={
                <Link to="/payments/statements" className={buttonClass()}>
                  Bank statements
                </Link>
              }
            />
            <Tabs
              label="Payments desk"
              value={tab}
              onValueChange={(value) => change({ tab: value as PaymentsDeskSearch['tab'] })}
              tabs={[
                {
                  value: 'held',
                  label: 'In suspense',
                  content: <HeldMoneyTable show="open" page={page} onPageChange={turnTo} />,
                },
                {
                  value: 'decided',
                  label: 'Decided',
                  content: <HeldMoneyTable show="decided" page={page} onPageChange={turnTo} />,
                },
                { value: 'cards', label: 'Cards', content: <Reconciliations /> },
                { value: 'rate', label: 'ETH price', content: <EthRateTab user={user} /> },
              ]}
            />
          </DeskFrame>
        )}
      </Guard>
    </>
  );
}

/** The page. When a decided row disappears, the focus stays on the page. */
function DeskFrame({ children }: { children: ReactNode }) {
  const ref = useKeptFocus<HTMLDivElement>();
  return (
    <div ref={ref} tabIndex={-1} className="page-width outline-none">
      {children}
    </div>
  );
}
