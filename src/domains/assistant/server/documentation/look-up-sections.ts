import { inSpan, spanFields } from '../spans.ts';
import type { ToolRunner } from '../tools/run-tool.ts';
import type { Documentation, FoundSection } from './search-documentation.ts';

const QUESTION_SHOWN = 300;

/**
 * Returns the sections that match best, best first. Recorded as a step like any other, so that readers see the source,
 * and traced as an OpenInference retriever with each section and its score.
 */
export async function lookUpSections(
  run: ToolRunner,
  documentation: Documentation,
  question: string,
): Promise<FoundSection[]> {
  const began = performance.now();
  run.count();
  const found = await inSpan(
    'search_documentation',
    'RETRIEVER',
    { input: question, output: (sections: readonly FoundSection[]) => sections.map(({ id }) => id) },
    async (span) => {
      const sections = documentation.search(question);
      for (const [n, section] of sections.entries()) span.setAttributes(spanFields.document(n, section));
      return sections;
    },
  );
  run.note({
    tool: 'search_documentation',
    title: 'Search the documentation',
    arguments: { question: question.slice(0, QUESTION_SHOWN) },
    ok: true,
    resultBytes: Buffer.byteLength(JSON.stringify(found)),
    resultItems: found.length,
    milliseconds: Math.round((performance.now() - began) * 10) / 10,
  });
  return found;
}
