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

export type DialogProps = {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The button that opens it, if it is rendered with the dialog. */
  trigger?: ReactElement;
  title: string;
  description?: string;
  width?: 'narrow' | 'medium' | 'wide';
  /**
   * False for content that would be lost. Then neither Escape, nor a click outside, nor Back closes it, and it has no
   * close button.
   */
  dismissible?: boolean;
  /** Buttons, the main one last, fixed to the lower edge. */
  footer?: ReactNode;
  children?: ReactNode;
};

const stay = (event: Event) => event.preventDefault();

const widths = { narrow: 'sm:max-w-100', medium: 'sm:max-w-128', wide: 'sm:max-w-192' };

/** A modal dialog. It traps the focus and returns it. On a phone it rises from the lower edge. */
export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  width = 'medium',
  dismissible = true,
  footer,
  children,
}: DialogProps) {
  const onCloseAutoFocus = useFocusReturn(open ?? false);
  const { closeButton, content } = useEscape();
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...(trigger ? {} : { onCloseAutoFocus })}
          {...content}
          onKeyUp={showFocus}
          {...(dismissible ? {} : { onEscapeKeyDown: stay, onInteractOutside: stay })}
          className={classNames(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-slide-up flex-col rounded-t-12 border border-line bg-raised shadow-float outline-none sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[86dvh] sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:animate-rise sm:rounded-12',
            widths[width],
          )}
        >
          <CloseOnBack />
          <header className="px-5 pt-5 pr-12 pb-1">
            <Radix.Title className="text-16 font-semibold tracking-[-0.01em]">{title}</Radix.Title>
            {description ? <Radix.Description className="mt-1 text-muted">{description}</Radix.Description> : null}
          </header>
          <LostConnection />
          <div ref={fadingScrollbar} className="fading-scrollbar min-h-0 flex-1 overflow-y-auto px-5 py-4">
            {children}
          </div>
          {footer ? (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {footer}
            </footer>
          ) : null}
          {/* Last, so that the content gets the initial focus. */}
          {dismissible ? (
            <Radix.Close ref={closeButton} asChild>
              <IconButton
                data-dialog-close=""
                label="Close"
                size="small"
                tooltip={false}
                className="absolute top-8 right-3 -translate-y-1/2"
              >
                <X aria-hidden="true" size={16} />
              </IconButton>
            </Radix.Close>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
