import { opensTo } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import type { Shortcut } from '#platform/web/domain.ts';
import { Kbd } from '#platform/web/ui/action/kbd.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { shortcuts } from '../domains.ts';
import { askForPalette } from '../shell/palette-request.ts';
import { useSingleKeys } from './single-keys.ts';

const groups = ['Anywhere', 'Go to', 'On a page'] as const;

/** Lists this viewer's shortcuts, with a switch that turns single-key shortcuts off. */
export default function ShortcutSheet() {
  const { user } = useSession();
  const { on, choose } = useSingleKeys();
  const mine = shortcuts.filter((shortcut) => opensTo(user, shortcut));
  return (
    <Dialog open onOpenChange={(open) => open || askForPalette(null)} title="Keyboard shortcuts">
      <div className="flex flex-col gap-5">
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 text-13 text-muted">{group}</h3>
            <ul className="divide-y divide-line">
              {mine
                .filter((shortcut) => shortcut.group === group)
                .map((shortcut) => (
                  <li key={shortcut.label} className="flex items-center justify-between gap-4 py-1.5">
                    {shortcut.label}
                    <Keys shortcut={shortcut} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
        <div className="border-t border-line pt-4">
          <Switch
            checked={on}
            onCheckedChange={choose}
            label="Single-key shortcuts"
            hint="Turn these off if you press keys by accident or use speech input. Shortcuts with Ctrl or ⌘ still work."
          />
        </div>
      </div>
    </Dialog>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

function Keys({ shortcut }: { shortcut: Shortcut }) {
  const names = shortcut.keys.flatMap((key) => (key === 'Mod+k' ? [isMac ? '⌘' : 'Ctrl', 'K'] : [key.toUpperCase()]));
  return <Kbd keys={names} />;
}
