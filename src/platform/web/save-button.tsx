import { FileText } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from './api-error.ts';
import { saveBlob } from './save-file.ts';
import { Button } from './ui/action/button.tsx';
import { showToast } from './ui/feedback/toast-store.ts';

type Props = {
  label: string;
  /** The name of the file, with its extension. */
  name: string;
  /** Rejects with an error, which a toast shows. */
  read: () => Promise<Response>;
};

/** Saves a file that requires a session, so that a plain link could not open it. */
export function SaveButton({ label, name, read }: Props) {
  const [isRunning, setRunning] = useState(false);
  const save = async () => {
    setRunning(true);
    try {
      saveBlob(name, await (await read()).blob());
    } catch (error) {
      const description =
        error instanceof ApiError
          ? [error.message, error.hint].filter(Boolean).join(' ')
          : 'Check the connection, and try again.';
      showToast({ tone: 'failure', title: name.endsWith('.pdf') ? 'No PDF Saved' : 'No File Saved', description });
    }
    setRunning(false);
  };
  return (
    <Button
      size="small"
      icon={<FileText aria-hidden="true" size={14} />}
      busy={isRunning && 'Creating…'}
      onClick={() => void save()}
    >
      {label}
    </Button>
  );
}
