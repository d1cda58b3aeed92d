import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { fadingScrollbar } from '../layout/fading-scrollbar.ts';
import { classNames } from '../tokens/class-names.ts';
import { CloseOnBack } from './close-on-back.tsx';
import { LostConnection } from './lost-connection.tsx';
import { showFocus } from './show-focus.ts';
import { useEscape } from './use-escape.ts';
import { useFocusReturn } from './use-focus-return.ts';

export type SheetProps = {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger?: ReactElement;
  title: string;
  side?: 'right' | 'bottom';
  /** False if opening the sheet was a step of its own, which Back undoes. */
  closesOnBack?: boolean;
  children?: ReactNode;
};

const sides = {
  right: 'inset-y-0 right-0 w-full max-w-120 animate-slide-in border-l sm:rounded-l-12',
  bottom: 'inset-x-0 bottom-0 max-h-[85dvh] animate-slide-up rounded-t-12 border-t pb-[env(safe-area-inset-bottom)]',
};

/**
 * Details beside the page (right), or choices at the bottom of a phone (bottom). Closes with Escape, its button, an
 * outside click, or Back.
 */
export function Sheet({
  open,
  onOpenChange,
  trigger,
  title,
  side = 'right',
  closesOnBack = true,
  children,
}: SheetProps) {
  const onCloseAutoFocus = useFocusReturn(open ?? false);
  const { closeButton, content } = useEscape();
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          {...(trigger ? {} : { onCloseAutoFocus })}
          onOpenAutoFocus={focusFirstControl}
          {...content}
          onKeyUp={showFocus}
          className={classNames(
            'fixed z-50 flex flex-col border-line bg-raised shadow-float outline-none',
            sides[side],
          )}
        >
          {closesOnBack ? <CloseOnBack /> : null}
          <header className="border-b border-line py-3.5 pr-12 pl-5">
            <Radix.Title tabIndex={-1} className="truncate outline-none text-16 font-semibold tracking-[-0.01em]">
              {title}
            </Radix.Title>
          </header>
          <LostConnection />
          <div ref={fadingScrollbar} className="fading-scrollbar min-h-0 flex-1 overflow-y-auto p-5">
            {children}
          </div>
          {/* Last, so that Tab reaches the content first. */}
          <Radix.Close ref={closeButton} asChild>
            <IconButton
              data-dialog-close=""
              label="Close"
              size="small"
              tooltip={false}
              className="absolute top-6.5 right-3 -translate-y-1/2"
            >
              <X aria-hidden="true" size={16} />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const controls = ':is(a[href], button, input, select, textarea, summary):not([data-dialog-close])';

/**
 * Focuses the first control of the content, or else the title. A time can have the focus too, to show its instant, but
 * it is never the purpose of a sheet.
 */
function focusFirstControl(event: Event) {
  event.preventDefault();
  const sheet = event.currentTarget as HTMLElement;
  for (const element of sheet.querySelectorAll<HTMLElement>(controls)) {
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
  sheet.querySelector<HTMLElement>('header h2')?.focus({ preventScroll: true });
}
