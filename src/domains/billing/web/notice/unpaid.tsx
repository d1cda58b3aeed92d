import { Link } from '@tanstack/react-router';
import type { BillingAccount } from '#domains/billing/contract.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';

/** Shows the overdue amount, the consequence and its date, and links to the payment. */
export const Unpaid = ({ account }: { account: BillingAccount }) => (
  <Banner
    kind="warning"
    action={
      <Link to="/subscription" search={{ tab: 'history' }} className={buttonClass('secondary', 'small')}>
        Pay Invoices
      </Link>
    }
  >
    <strong>{formatDollars(account.overdue)} is overdue.</strong>{' '}
    {account.readOnlySince !== null ? (
      <>
        Since <Time at={account.readOnlySince} format="utc day" /> nothing new can be recorded. Reading and exporting
        work, and recording does again once it is paid.
      </>
    ) : account.readOnlyFrom !== null ? (
      <>
        Unless it is paid by <Time at={account.readOnlyFrom} format="utc day" />, nothing new can be recorded until it
        is.
      </>
    ) : null}
  </Banner>
);
