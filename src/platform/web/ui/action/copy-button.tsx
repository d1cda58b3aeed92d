import { Check, Copy, X } from 'lucide-react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { useCopy } from './use-copy.ts';

export type CopyButtonProps = {
  text: string;
  /** The name of the copied thing: 'hash', 'command'. */
  what: string;
  /** The text of a labeled button; without it, only an icon. */
  words?: string;
};

/** Copies the text, and confirms it visibly and to screen readers. */
export function CopyButton({ text, what, words }: CopyButtonProps) {
  const { state, copy } = useCopy();
  const Icon = state === 'copied' ? Check : state === 'failed' ? X : Copy;
  const said = state === 'copied' ? `Copied ${what}` : state === 'failed' ? `Could not copy ${what}` : '';
  const icon = <Icon aria-hidden="true" size={14} className={state === 'copied' ? 'text-accent-ink' : ''} />;
  return (
    <>
      {words ? (
        <Button size="small" icon={icon} onClick={() => copy(text)}>
          {state === 'copied' ? 'Copied' : words}
        </Button>
      ) : (
        <IconButton label={`Copy ${what}`} size="small" onClick={() => copy(text)}>
          {icon}
        </IconButton>
      )}
      <span aria-live="polite" className="sr-only">
        {said}
      </span>
    </>
  );
}
