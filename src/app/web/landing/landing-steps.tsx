import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Factory, type LucideIcon, ShieldCheck, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { exampleQuery } from './section-queries.ts';

/** Explains how it works, with each step beside its trace on a real asset of this ledger. */
export function LandingSteps() {
  const { data: example, isPending } = useQuery(exampleQuery);
  return (
    <section aria-labelledby="steps-title" className="border-y border-line bg-sunken">
      <div className="page-width py-16">
        <h2 id="steps-title" className="text-24 sm:text-32">
          Three steps, one record
        </h2>
        {example ? (
          <p className="mt-2 text-muted">
            Example: the most recently delivered asset on this ledger, <AssetLink {...example} />.
          </p>
        ) : (
          <p className="mt-2 text-muted">From the factory to the shop, every step can be verified.</p>
        )}
        <ol className="mt-8 grid gap-4 md:grid-cols-3">
          <Step
            icon={Factory}
            title="Manufacture"
            text="The manufacturer records each product as it is made. Its first block states what it is, who made it, and where."
            waiting={isPending}
          >
            {example?.made ? <Trace event={example.made} /> : null}
          </Step>
          <Step
            icon={Truck}
            title="Transport"
            text="Everyone who handles it adds a block: shipped, received, checked, delivered. Nobody can insert one later."
            waiting={isPending}
          >
            {example?.moved ? <Trace event={example.moved} /> : null}
          </Step>
          <Step
            icon={ShieldCheck}
            title="Verify"
            text="Anyone can verify the entire journey in a browser, block by block, without an account and without trusting the server."
            waiting={isPending}
          >
            {example ? (
              <Link to="/assets/$assetId" params={{ assetId: example.assetId }} className={linkClass}>
                Verify the journey of {example.assetId}
              </Link>
            ) : null}
          </Step>
        </ol>
      </div>
    </section>
  );
}

type StepProps = { icon: LucideIcon; title: string; text: string; waiting: boolean; children: ReactNode };

function Step({ icon: Icon, title, text, waiting, children }: StepProps) {
  return (
    <li className="flex flex-col rounded-12 border border-line bg-surface p-5">
      <h3 className="flex items-center gap-2.5 text-16">
        <Icon aria-hidden="true" size={18} className="text-faint" />
        {title}
      </h3>
      <p className="mt-2 mb-4 text-pretty text-muted">{text}</p>
      {waiting || children ? (
        <div className="mt-auto border-t border-line pt-3 text-14 wrap-anywhere">
          {waiting ? <Skeleton className="my-1 h-8 w-4/5" /> : children}
        </div>
      ) : null}
    </li>
  );
}

function Trace({ event }: { event: HistoryEvent }) {
  return (
    <>
      <p>
        {event.participant}
        {event.location ? ` · ${event.location}` : ''}
      </p>
      <p className="text-muted">
        <Time at={event.timestamp} format="day" /> · block <BlockLink index={event.blockIndex} />
      </p>
    </>
  );
}

function AssetLink({ assetId, name }: { assetId: string; name: string }) {
  return (
    <Link to="/assets/$assetId" params={{ assetId }} className={linkClass}>
      {name}
    </Link>
  );
}
