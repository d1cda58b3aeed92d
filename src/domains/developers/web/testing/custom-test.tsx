import { Link2 } from 'lucide-react';
import { stringifyPlainSearch } from '#platform/web/plain-search.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { useCopy } from '#platform/web/ui/action/use-copy.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { Components } from '../api/api-document.ts';
import type { Operation } from '../api/operations.ts';
import { Snippets } from '../parts/snippets.tsx';
import { AnswerCard } from './answer-card.tsx';
import { AssertionRows } from './assertion-rows.tsx';
import { BodyEditor } from './body-editor.tsx';
import { CurlDialog } from './curl-dialog.tsx';
import { type Draft, sendsBody, withoutDraftSecrets } from './draft.ts';
import { EndpointField } from './endpoint-field.tsx';
import { HeaderRows } from './header-rows.tsx';
import { ParameterFields } from './parameter-fields.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { SendButton } from './send-button.tsx';
import type { TestingSearch } from './testing-search.ts';
import type { CustomTest as Test } from './use-custom-test.ts';

export type CustomTestProps = {
  test: Test;
  username: string;
  operations: readonly Operation[];
  components: Components;
  search: TestingSearch;
  onChange: (next: TestingSearch) => void;
};

/** A custom request next to its response. */
export function CustomTest({ test, username, operations, components, search, onChange }: CustomTestProps) {
  const { draft, match, change, request } = test;
  const keepInAddress = () => {
    const { method, endpoint, body } = withoutDraftSecrets(draft).draft;
    onChange({ operation: undefined, method, endpoint, body: body === '' || body.length > 8000 ? undefined : body });
  };
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <Card title="Request" description={match ? match.operation.summary : 'Any path on this server'}>
        <div className="flex flex-col gap-6">
          <div className="flex flex-wrap gap-2">
            <CurlDialog onLoad={test.load} />
            <SaveDialog test={test} />
            <LinkButton draft={draft} />
          </div>
          <EndpointField
            draft={draft}
            operations={operations}
            error={test.refused}
            onChange={change}
            onLoad={test.load}
          />
          {match ? (
            <ParameterFields match={match} components={components} onChange={(endpoint) => change({ endpoint })} />
          ) : null}
          {sendsBody(draft.method) ? (
            <BodyEditor
              body={draft.body}
              onChange={(body) => change({ body })}
              verdict={test.verdict}
              operation={match?.operation}
              components={components}
            />
          ) : null}
          <HeaderRows
            request={request}
            headers={draft.headers}
            onChange={(headers) => change({ headers })}
            onRenewKey={test.renewKey}
          />
          <AssertionRows assertions={draft.assertions} onChange={(assertions) => change({ assertions })} />
          <div className="flex justify-end border-t border-line pt-4">
            <SendButton test={test} username={username} onSent={keepInAddress} />
          </div>
        </div>
      </Card>
      <div className="flex min-w-0 flex-col gap-5">
        <AnswerCard
          test={test}
          components={components}
          view={search.view ?? 'pretty'}
          onViewChange={(view) => onChange({ view: view === 'pretty' ? undefined : view })}
        />
        {request ? (
          <Card title="Code" description="The token is read from the environment variable CAIRN_TOKEN.">
            <Snippets
              request={request}
              language={search.language ?? 'curl'}
              onLanguageChange={(language) => onChange({ language: language === 'curl' ? undefined : language })}
            />
          </Card>
        ) : null}
      </div>
    </div>
  );
}

/** Copies a link to this request: method, path, query and body, without secrets. */
function LinkButton({ draft }: { draft: Draft }) {
  const { state, copy } = useCopy();
  const onClick = () => {
    const { draft: clean, dropped } = withoutDraftSecrets(draft);
    const { method, endpoint, body } = clean;
    copy(`${window.location.origin}/testing${stringifyPlainSearch({ tab: 'custom', method, endpoint, body })}`);
    if (dropped.length > 0)
      showToast({ title: 'Link copied without secrets', description: `Left out: ${dropped.join(', ')}.` });
  };
  return (
    <Button size="small" icon={<Link2 aria-hidden="true" size={14} />} onClick={onClick}>
      {state === 'copied' ? 'Copied' : 'Copy link'}
    </Button>
  );
}
