import { ArrowRight, Download, Ellipsis, LayoutGrid, List, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { CopyButton } from '#platform/web/ui/action/copy-button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Kbd } from '#platform/web/ui/action/kbd.tsx';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { Row, Sample, Section } from './section.tsx';

export function ChoiceSection() {
  const [checked, setChecked] = useState(true);
  const [view, setView] = useState<'list' | 'graph'>('list');
  const [tab, setTab] = useState('overview');
  return (
    <Section title="Actions and choices">
      <Sample name="Button">
        <Row>
          <Button variant="primary" icon={<Plus aria-hidden="true" size={16} />}>
            Add event
          </Button>
          <Button icon={<Download aria-hidden="true" size={16} />}>Download CSV</Button>
          <Button variant="quiet">Cancel</Button>
          <Button variant="danger" icon={<Trash2 aria-hidden="true" size={16} />}>
            End session
          </Button>
          <Button variant="primary" busy="Processing...">
            Sign in
          </Button>
          <Button disabled>Not available</Button>
          <Button size="small">Small</Button>
          <Button variant="primary" size="large">
            Start free trial
            <ArrowRight aria-hidden="true" size={16} />
          </Button>
        </Row>
      </Sample>
      <Sample name="Icon button, copy, keys">
        <Row>
          <IconButton label="More actions">
            <Ellipsis size={16} />
          </IconButton>
          <IconButton label="More actions, not now" disabled>
            <Ellipsis size={16} />
          </IconButton>
          <CopyButton text="npm start" what="command" />
          <CopyButton text="npm start" what="command" words="Copy command" />
          <Kbd keys={['Ctrl', 'K']} />
        </Row>
      </Sample>
      <div className="grid gap-8 md:grid-cols-2">
        <Sample name="Checkbox, switch">
          <div className="flex flex-col gap-4">
            <Checkbox checked={checked} onCheckedChange={setChecked} label="Allow public trading" />
            <Checkbox
              checked={!checked}
              onCheckedChange={(next) => setChecked(!next)}
              label="Ask before each step"
              hint="Ask for confirmation before anything irreversible."
            />
            <Checkbox checked disabled onCheckedChange={setChecked} label="You cannot change this" />
            <Switch
              checked={checked}
              onCheckedChange={setChecked}
              label="Live updates"
              hint="New rows appear as they are recorded."
            />
          </div>
        </Sample>
        <Sample name="Segmented control">
          <SegmentedControl
            label="View"
            value={view}
            onValueChange={setView}
            options={[
              { value: 'list', label: 'List view', icon: <List aria-hidden="true" size={14} /> },
              { value: 'graph', label: 'Graph view', icon: <LayoutGrid aria-hidden="true" size={14} /> },
            ]}
          />
        </Sample>
      </div>
      <Sample name="Tabs">
        <Tabs
          label="Sections"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'overview', label: 'Overview', content: <p className="text-muted">A summary.</p> },
            { value: 'events', label: 'Events', count: 24, content: <p className="text-muted">Twenty-four events.</p> },
            { value: 'usage', label: 'Usage', disabled: true, content: null },
          ]}
        />
      </Sample>
    </Section>
  );
}
