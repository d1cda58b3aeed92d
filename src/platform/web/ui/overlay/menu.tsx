import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../tokens/class-names.ts';

const item =
  'flex min-h-control-small w-full cursor-pointer items-center gap-2.5 rounded-6 px-2 py-1 text-14 text-ink outline-none select-none data-[highlighted]:bg-hover data-[disabled]:cursor-not-allowed data-[disabled]:text-faint [&>svg]:shrink-0 [&>svg]:text-faint';

/** A menu of actions or destinations. The trigger needs its own accessible name. */
export function Menu({
  trigger,
  align = 'end',
  defaultOpen = false,
  children,
}: {
  trigger: ReactElement;
  /** Open initially, for a menu whose code loads on the click. */
  defaultOpen?: boolean;
  align?: 'start' | 'center' | 'end';
  children: ReactNode;
}) {
  return (
    <Radix.Root defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-rise overflow-y-auto rounded-8 border border-line-strong bg-raised p-1 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export type MenuItemProps = {
  onSelect?: () => void;
  disabled?: boolean;
  danger?: boolean;
  /** Its only child is the item, such as a link. */
  asChild?: boolean;
  children: ReactNode;
};

export function MenuItem({ onSelect, disabled = false, danger, asChild = false, children }: MenuItemProps) {
  return (
    <Radix.Item
      asChild={asChild}
      disabled={disabled}
      {...(onSelect ? { onSelect } : {})}
      {...(danger ? { 'data-tone': 'red' } : {})}
      className={classNames(item, danger && 'text-tone-ink [&>svg]:text-tone-ink')}
    >
      {children}
    </Radix.Item>
  );
}

/** An item that toggles. Selecting it keeps the menu open. */
export function MenuCheckItem({
  checked,
  onCheckedChange,
  disabled = false,
  children,
}: {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Radix.CheckboxItem
      checked={checked}
      disabled={disabled}
      onCheckedChange={onCheckedChange}
      onSelect={(event) => event.preventDefault()}
      className={item}
    >
      {children}
      <Radix.ItemIndicator className="ml-auto pl-6 text-accent-ink">
        <Check aria-hidden="true" size={14} />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-1.5 pb-1 text-12 font-medium text-faint">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
