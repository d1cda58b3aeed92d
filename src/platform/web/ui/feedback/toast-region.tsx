import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useRef } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { timing } from '../timing/timing.ts';
import { Prose } from '../value/prose.tsx';
import { dismissToast, type Toast, useToasts } from './toast-store.ts';

const marks = {
  neutral: { icon: Info, tone: 'grey' },
  success: { icon: CircleCheck, tone: 'green' },
  failure: { icon: CircleAlert, tone: 'red' },
} as const;

/** Shows toasts where they cover nothing important, announced politely. F8 moves the focus to them. */
export default function ToastRegion() {
  const toasts = useToasts();
  return (
    // One provider for each toast: a shared one stops its timer on hover, and does not restart it if the toast is
    // dismissed there.
    <Radix.Provider
      key={toasts[0]?.id}
      duration={timing.toastDuration}
      swipeThreshold={timing.toastSwipePixels}
      swipeDirection="right"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <Radix.Viewport className="fixed inset-x-4 bottom-28 z-60 outline-none sm:inset-x-auto sm:right-6 sm:bottom-20 sm:w-96" />
    </Radix.Provider>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { icon: Icon, tone } = marks[toast.tone];
  // Escape closes the reader's current layer. Toasts disappear by themselves.
  const isForDialog = useRef(false);
  const onOpenChange = (open: boolean) => {
    if (!open && !isForDialog.current) dismissToast(toast.id);
    isForDialog.current = false;
  };
  return (
    <Radix.Root
      open={toast.open}
      onOpenChange={onOpenChange}
      onEscapeKeyDown={({ target }) => {
        isForDialog.current = target instanceof Element && target.closest('[role="dialog"]') !== null;
      }}
      type={toast.tone === 'failure' ? 'foreground' : 'background'}
      className="flex list-none animate-rise items-start gap-3 rounded-12 border border-line-strong bg-raised p-4 shadow-float data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[state=closed]:animate-leave"
    >
      <span data-tone={tone} className="mt-0.5 text-tone-ink">
        <Icon aria-hidden="true" size={16} />
      </span>
      <div className="min-w-0 flex-1">
        <Radix.Title className="font-medium">{toast.title}</Radix.Title>
        {toast.description ? (
          <Radix.Description className="mt-0.5 text-13 wrap-anywhere text-muted">
            <Prose text={toast.description} />
          </Radix.Description>
        ) : null}
        {toast.action ? (
          <Radix.Action asChild altText={toast.action.label}>
            <button
              type="button"
              onClick={toast.action.onSelect}
              className="mt-2 min-h-6 text-13 font-medium text-accent-ink underline-offset-4 hover:underline"
            >
              {toast.action.label}
            </button>
          </Radix.Action>
        ) : null}
      </div>
      <Radix.Close asChild>
        <IconButton label="Dismiss" size="small" tooltip={false} className="-mt-1 -mr-1.5">
          <X size={14} />
        </IconButton>
      </Radix.Close>
    </Radix.Root>
  );
}
