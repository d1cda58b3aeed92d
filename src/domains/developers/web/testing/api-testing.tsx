import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import { useMemo } from 'react';
import type { User } from '#domains/participants/contract.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { type ApiDocument, apiDocumentQuery } from '../api/api-document.ts';
import { readOperations } from '../api/operations.ts';
import { ReferenceSkeleton } from '../reference/reference-skeleton.tsx';
import { TestSuite } from '../suite/test-suite.tsx';
import { useSuiteRun } from '../suite/use-suite-run.ts';
import { CustomTest } from './custom-test.tsx';
import type { Draft } from './draft.ts';
import { HistoryList } from './history-list.tsx';
import { SavedList } from './saved-list.tsx';
import type { TestingSearch, TestTab } from './testing-search.ts';
import { useCustomTest } from './use-custom-test.ts';

export type ApiTestingProps = { user: User; search: TestingSearch };

/** The header of the testing page. */
export const testingHeading = {
  title: 'API Testing',
  subtitle: 'Try the API on this server with your own permissions. Nothing is sent without a click.',
};

/** The testing page: the specification's suite, and custom requests. */
export function ApiTesting({ user, search }: ApiTestingProps) {
  const { data: document, error, refetch, isFetching } = useQuery(apiDocumentQuery);
  return (
    <div className="page-width">
      <title>API Testing · Cairn</title>
      <PageHeader
        {...testingHeading}
        actions={
          <Link to="/api-docs" className={buttonClass()}>
            <BookOpen aria-hidden="true" size={16} />
            API documentation
          </Link>
        }
      />
      {error ? (
        <ErrorState
          title="Couldn't load the API description"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : document ? (
        <Contents key={user.id} document={document} user={user} search={search} />
      ) : (
        <ReferenceSkeleton />
      )}
    </div>
  );
}

function Contents({ document, user, search }: ApiTestingProps & { document: ApiDocument }) {
  const navigate = useNavigate({ from: '/testing' });
  const onChange = (next: TestingSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false });
  const components = document.components.schemas;
  const operations = useMemo(() => readOperations(document), [document]);
  const suite = useSuiteRun();
  const test = useCustomTest(user.id, search, operations, components);
  const view = { operations, components, search, onChange };
  const open = (draft: Draft) => {
    test.load(draft);
    onChange({ tab: 'custom' });
  };
  const tab = search.tab ?? ((search.operation ?? search.endpoint) ? 'custom' : 'suite');
  return (
    <Tabs
      label="Ways to test"
      value={tab}
      onValueChange={(next) =>
        void navigate({ search: (before) => ({ ...before, tab: next as TestTab }), resetScroll: false })
      }
      tabs={[
        {
          value: 'suite',
          label: 'All tests',
          content: <TestSuite suite={suite} {...view} />,
        },
        {
          value: 'custom',
          label: 'Custom test',
          content: <CustomTest test={test} username={user.username} {...view} />,
        },
        {
          value: 'history',
          label: 'History',
          count: test.history.length,
          content: <HistoryList test={test} onOpen={open} />,
        },
        { value: 'saved', label: 'Saved', count: test.saved.length, content: <SavedList test={test} onOpen={open} /> },
      ]}
    />
  );
}
