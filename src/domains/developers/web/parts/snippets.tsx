import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { CodeBlock } from '#platform/web/ui/value/code-block.tsx';
import type { ApiRequest } from '../api/build-request.ts';
import { type Language, languages } from '../api/languages.ts';
import { languageNames, snippetOf } from '../api/snippets.ts';

const options = languages.map((value) => ({ value, label: languageNames[value] }));

/** A program that sends the request, in the chosen language. */
export function Snippets({
  request,
  language,
  onLanguageChange,
}: {
  request: ApiRequest;
  language: Language;
  onLanguageChange: (language: Language) => void;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div>
        <SegmentedControl
          label="Programming language"
          value={language}
          onValueChange={onLanguageChange}
          options={options}
        />
      </div>
      <CodeBlock
        code={snippetOf(language, request, window.location.origin)}
        label={`${languageNames[language]} program`}
      />
    </div>
  );
}
