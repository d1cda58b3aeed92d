import { Download } from 'lucide-react';
import { Suspense, use } from 'react';
import type { DashboardPanel, PanelModule, PanelProps } from '#platform/web/domain.ts';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { classNames } from '#platform/web/ui/tokens/class-names.ts';
import { panels as allPanels } from '../domains.ts';
import type { Arrangement } from './arrangement.ts';

const modules = new Map<string, Promise<PanelModule>>();

function moduleOf({ name, load }: DashboardPanel): Promise<PanelModule> {
  const loaded = modules.get(name) ?? load();
  modules.set(name, loaded);
  return loaded;
}

// The panels load together with the dashboard instead of after its first render.
for (const panel of allPanels) moduleOf(panel).catch(() => modules.delete(panel.name));

/** One row for each narrow panel beside the wide one. The last row takes the remaining height. */
const rows = [
  '',
  'lg:grid-rows-[1fr]',
  'lg:grid-rows-[auto_1fr]',
  'lg:grid-rows-[auto_auto_1fr]',
  'lg:grid-rows-[auto_auto_auto_1fr]',
  'lg:grid-rows-[auto_auto_auto_auto_1fr]',
  'lg:grid-rows-[auto_auto_auto_auto_auto_1fr]',
];

export type DashboardPanelsProps = PanelProps & {
  /** The panels that the viewer may see. */
  available: readonly DashboardPanel[];
  arrangement: Arrangement;
};

/** Shows the panels in this device's order, with the wide panel beside the narrow ones. */
export function DashboardPanels({ available, arrangement, ...props }: DashboardPanelsProps) {
  const panels = arrangement.order
    .filter((name) => !arrangement.hidden.includes(name))
    .flatMap((name) => available.find((panel) => panel.name === name) ?? []);
  const narrow = panels.filter((panel) => !panel.wide).length;
  const beside = narrow > 0 && panels.some((panel) => panel.wide);
  const placeOf = (panel: DashboardPanel) => (panel.wide ? 'lg:col-start-1 lg:row-span-full' : 'lg:col-start-2');
  return (
    <div
      className={classNames(
        'mt-4 grid items-start gap-4',
        beside ? `lg:grid-cols-[minmax(0,1fr)_24rem] ${rows[narrow] ?? ''}` : narrow > 0 && 'lg:grid-cols-3',
      )}
    >
      {panels.map((panel) => (
        <Panel key={panel.name} panel={panel} className={beside ? placeOf(panel) : ''} props={props} />
      ))}
    </div>
  );
}

type PanelPartProps = { panel: DashboardPanel; props: PanelProps };

function Panel({ panel, className, props }: PanelPartProps & { className: string }) {
  return (
    <Card
      title={panel.title}
      flush={panel.wide === true}
      className={className}
      action={
        <Suspense>
          <PanelHead panel={panel} props={props} />
        </Suspense>
      }
    >
      <Suspense fallback={<PanelSkeleton wide={panel.wide === true} />}>
        <PanelBody panel={panel} props={props} />
      </Suspense>
    </Card>
  );
}

/** Reserves the height of the wide panel on a phone, so that the panels below it do not shift. */
function PanelSkeleton({ wide }: { wide: boolean }) {
  return (
    <div aria-busy="true" className={wide ? 'px-5 max-lg:min-h-dvh' : ''}>
      <SkeletonText lines={6} />
    </div>
  );
}

function PanelBody({ panel, props }: PanelPartProps) {
  const { default: Content } = use(moduleOf(panel));
  return <Content {...props} />;
}

function PanelHead({ panel, props }: PanelPartProps) {
  const { PanelAction, readTable } = use(moduleOf(panel));
  const save = (read: NonNullable<typeof readTable>) =>
    void import('./panel-csv.ts').then(({ saveTable }) => saveTable(panel.name, () => read(props)));
  return (
    <span className="-my-1.5 flex items-center gap-2">
      {PanelAction ? <PanelAction {...props} /> : null}
      {readTable ? (
        <IconButton label={`Save ${panel.title} as CSV`} size="small" onClick={() => save(readTable)}>
          <Download aria-hidden="true" size={14} />
        </IconButton>
      ) : null}
    </span>
  );
}
