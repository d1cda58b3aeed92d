import { showToast } from './ui/feedback/toast-store.ts';

/** Saves the text as a file. */
export function saveText(name: string, text: string, type = 'text/csv'): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Saves the bytes as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves the rows as a CSV file. The CSV code loads on first use; if that fails, a toast reports it. */
export async function saveCsv(
  name: string,
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Promise<void> {
  try {
    const { toCsv } = await import('./csv.ts');
    saveText(name, toCsv(header, rows));
  } catch {
    showExportFailure();
  }
}

/** Reports that an export saved nothing. */
export function showExportFailure(): void {
  showToast({ title: 'The export failed', description: 'No file was saved. Try again in a moment.', tone: 'failure' });
}
