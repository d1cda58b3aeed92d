import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, Search } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { saveText } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { type ApiDocument, apiDocumentQuery, type Components } from '../api/api-document.ts';
import type { Language } from '../api/languages.ts';
import { byTag, everyFault, type Operation, readOperations } from '../api/operations.ts';
import { postmanCollection } from '../api/postman-collection.ts';
import { createOperationSearch } from '../api/search-operations.ts';
import { Guides, guideTitles } from '../guides/guides.tsx';
import { ErrorCatalogue } from './error-catalogue.tsx';
import { OperationRow } from './operation-row.tsx';
import { ReferenceNav } from './reference-nav.tsx';
import type { ReferenceSearch } from './reference-search.ts';
import { ReferenceSkeleton } from './reference-skeleton.tsx';
import { useAnchor } from './use-anchor.ts';

/** The API reference: guides, then operations, then errors. */
export function ApiReference({ search }: { search: ReferenceSearch }) {
  const { data: document, error, refetch, isFetching } = useQuery(apiDocumentQuery);
  const anchored = useAnchor(document !== undefined);
  return (
    <div className="page-width">
      <title>API Docs · Cairn</title>
      <PageHeader
        title="API documentation"
        subtitle="Everything the screens can do, for your own programs. Generated from the contract that the server enforces."
        actions={document ? <DownloadButtons document={document} /> : <span className="block h-control" />}
      />
      {error ? (
        <ErrorState
          title="Couldn't load the API description"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Contents document={document} search={search} anchored={anchored} />
      )}
    </div>
  );
}

function Contents({
  document,
  search,
  anchored,
}: {
  document: ApiDocument | undefined;
  search: ReferenceSearch;
  anchored: ReturnType<typeof useAnchor>;
}) {
  const navigate = useNavigate({ from: '/api-docs' });
  const change = (next: ReferenceSearch) =>
    void navigate({
      search: { ...search, ...next },
      hash: true,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  const chooseLanguage = useCallback(
    (language: Language) =>
      void navigate({
        search: (before) => ({ ...before, language: language === 'curl' ? undefined : language }),
        hash: true,
        replace: true,
        resetScroll: false,
        hashScrollIntoView: false,
      }),
    [navigate],
  );
  const operations = useMemo(() => (document ? readOperations(document) : []), [document]);
  const find = useMemo(() => createOperationSearch(operations), [operations]);
  const faults = useMemo(() => (document ? everyFault(document, operations) : []), [document, operations]);
  const text = search.search ?? '';
  const found = new Set(find(text));
  const shown = operations.filter((operation) => found.has(operation));
  const groups = [
    { label: 'Guides', links: guideTitles },
    {
      label: 'Operations',
      links: byTag(operations).map(([tag, all]) => ({ anchor: anchorOf(tag), label: tag, count: all.length })),
    },
    { label: 'Errors', links: [{ anchor: 'error-catalogue', label: 'Error catalog', count: faults.length }] },
  ];
  return (
    <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <ReferenceNav groups={groups} anchor={anchored.anchor} />
      <div className="flex min-w-0 flex-col gap-6">
        <Field label="Search operations" labelHidden>
          {(control) => (
            <TextField
              {...control}
              type="search"
              leading={<Search size={16} />}
              placeholder="Search by path, word, field or error code"
              value={text}
              onChange={({ target: { value } }) => change({ search: value || undefined })}
            />
          )}
        </Field>
        {text === '' ? (
          <Guides origin={globalThis.location?.origin ?? ''} version={document?.info.version ?? '…'} />
        ) : null}
        {document === undefined ? <ReferenceSkeleton /> : null}
        {document && shown.length === 0 ? (
          <EmptyState
            title="No matching operations"
            description="Try fewer words, part of a path, or an error code."
            action={<Button onClick={() => change({ search: undefined })}>Show all operations</Button>}
          />
        ) : null}
        {text === '' || document === undefined ? null : (
          <p role="status" className="tabular -mb-3 text-13 text-muted">
            {shown.length} of {operations.length} operations
          </p>
        )}
        {document ? (
          <OperationGroups
            groups={byTag(shown)}
            anchorOf={anchorOf}
            anchored={anchored}
            components={document.components.schemas}
            language={search.language ?? 'curl'}
            onLanguageChange={chooseLanguage}
          />
        ) : null}
        {document && text === '' ? <ErrorCatalogue faults={faults} anchor={anchored.anchor} /> : null}
      </div>
    </div>
  );
}

const anchorOf = (tag: string) => `tag-${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

/** Downloads the API as OpenAPI or as a Postman collection. */
function DownloadButtons({ document }: { document: ApiDocument }) {
  const save = (name: string, value: unknown) =>
    saveText(name, `${JSON.stringify(value, null, 2)}\n`, 'application/json');
  return (
    <>
      <Button icon={<Download aria-hidden="true" size={14} />} onClick={() => save('cairn-openapi.json', document)}>
        OpenAPI
      </Button>
      <Button
        icon={<Download aria-hidden="true" size={14} />}
        onClick={() => save('cairn-postman-collection.json', postmanCollection(document, window.location.origin))}
      >
        Postman collection
      </Button>
    </>
  );
}

type OperationGroupsProps = {
  groups: readonly (readonly [string, readonly Operation[]])[];
  anchorOf: (tag: string) => string;
  anchored: ReturnType<typeof useAnchor>;
  components: Components;
  language: Language;
  onLanguageChange: (language: Language) => void;
};

/** The operations grouped by tag. */
function OperationGroups({ groups, anchorOf, anchored, ...view }: OperationGroupsProps) {
  const { anchor, opened, toggle } = anchored;
  return groups.map(([tag, operations]) => (
    <div key={tag} id={anchorOf(tag)} className="scroll-mt-20">
      <Card title={tag} flush>
        <ul className="divide-y divide-line border-t border-line">
          {operations.map((operation) => (
            <OperationRow
              key={operation.id}
              {...view}
              operation={operation}
              open={opened.has(operation.id)}
              highlighted={anchor === operation.id}
              onToggle={toggle}
            />
          ))}
        </ul>
      </Card>
    </div>
  ));
}
