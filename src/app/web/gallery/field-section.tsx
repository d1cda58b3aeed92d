import { ScanLine, Search } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Combobox } from '#platform/web/ui/form/combobox.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { FileDrop } from '#platform/web/ui/form/file-drop.tsx';
import { SearchBox } from '#platform/web/ui/form/search-box.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
import type { Option } from '#platform/web/ui/form/use-option-search.ts';
import { PageSize } from '#platform/web/ui/table/page-size.tsx';
import { Section } from './section.tsx';

const people: readonly Option[] = [
  { value: 'northwind', label: 'northwind', detail: 'manufacturer' },
  { value: 'harbour-line', label: 'harbour-line', detail: 'shipper' },
  { value: 'corner-shop', label: 'corner-shop', detail: 'retailer' },
  { value: 'meridian-labs', label: 'meridian-labs', detail: 'manufacturer' },
];

async function searchPeople(text: string): Promise<readonly Option[]> {
  return people.filter((each) => each.label.includes(text.toLowerCase()));
}

const recent = (choose: (text: string) => void) =>
  ['harbour', 'northwind lamp'].map((text) => ({ key: text, label: text, onChoose: () => choose(text) }));

export function FieldSection() {
  const [person, setPerson] = useState<Option | null>(null);
  const [text, setText] = useState('');
  const [size, setSize] = useState(10);
  const [fileName, setFileName] = useState<string>();
  return (
    <Section title="Fields">
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Username">{(control) => <TextField {...control} placeholder="northwind" />}</Field>
        <Field label="Search" labelHidden={false} hint="Enter manually or scan QR code">
          {(control) => (
            <TextField
              {...control}
              leading={<Search size={16} />}
              placeholder="PRD-2024-XXX"
              trailing={
                <IconButton label="Scan QR code" size="small">
                  <ScanLine size={16} />
                </IconButton>
              }
            />
          )}
        </Field>
        <Field label="Asset ID" error="Asset ID is required">
          {(control) => <TextField {...control} />}
        </Field>
        <Field label="Action type">
          {(control) => (
            <Select
              {...control}
              defaultValue=""
              placeholder="Choose an action"
              options={[
                { value: 'manufactured', label: 'Manufactured' },
                { value: 'shipped', label: 'Shipped' },
                { value: 'received', label: 'Received' },
              ]}
            />
          )}
        </Field>
        <Field label="Participant">
          {(control) => (
            <Combobox
              {...control}
              value={person}
              onChange={setPerson}
              search={searchPeople}
              placeholder="Search participants"
            />
          )}
        </Field>
        <div className="flex flex-col gap-1.5 self-end">
          <SearchBox
            label="Search everything"
            placeholder="Focus it to see what it offers"
            value={text}
            onChange={setText}
            groups={[{ label: 'Recent searches', items: recent(setText) }]}
          />
        </div>
        <PageSize sizes={[10, 25, 50]} value={size} onChange={setSize} />
        <Field label="Location" optional>
          {(control) => <TextField {...control} disabled defaultValue="Rotterdam" />}
        </Field>
        <Field label="Additional metadata" optional hint="JSON or key:value pairs" className="sm:col-span-2">
          {(control) => <Textarea {...control} mono placeholder={'{ "batch": "B-2041" }'} />}
        </Field>
        <FileDrop
          label={fileName ?? 'Choose a file, or drop it here'}
          hint="Any text file"
          accept="text/*"
          onFile={(file) => setFileName(file.name)}
        />
      </div>
    </Section>
  );
}
