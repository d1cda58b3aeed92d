import { useState } from 'react';
import type { TradeRequest } from '#domains/market/contract.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Answer } from '#platform/web/ui/feedback/answer.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';

type Props = { body: TradeRequest; onSendAgain: () => Promise<void>; onGiveUp: () => void };

/** An order whose response was lost. Sending it again places it once. */
export function UnansweredOrder({ body, onSendAgain, onGiveUp }: Props) {
  const [isSending, setSending] = useState(false);
  const words = `${body.type === 'buy' ? 'Buy' : 'Sell'} ${formatCounted(body.shareAmount, 'share')} at ${formatDollars(body.pricePerShare)}`;
  return (
    <div className="-m-3">
      <Answer of={words}>
        <div className="p-3">
          <Banner kind="warning">
            <p className="font-medium">No response received</p>
            <p className="mt-1 text-pretty">
              {words}: this order may have been placed. Send it again to find out: it is placed only once.
            </p>
          </Banner>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button
              variant="primary"
              busy={isSending && 'Sending…'}
              onClick={() => {
                setSending(true);
                void onSendAgain().finally(() => setSending(false));
              }}
            >
              Send Again
            </Button>
            <Button onClick={onGiveUp}>Write Another</Button>
          </div>
          <p className="mt-3 text-12 text-pretty text-muted">
            Before you write another order, look for this one among your orders.
          </p>
        </div>
      </Answer>
    </div>
  );
}
