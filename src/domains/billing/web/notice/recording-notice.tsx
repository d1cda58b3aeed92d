import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../queries.ts';
import { Unpaid } from './unpaid.tsx';

/** Says that the account is suspended where somebody starts to fill in what could not be recorded. */
export default function RecordingNotice() {
  const { data } = useQuery(accountQuery);
  return data === undefined || data.readOnlySince === null ? null : <Unpaid account={data} />;
}
