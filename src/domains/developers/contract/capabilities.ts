import { capability } from '#domains/participants/contract.ts';

export const canTestApi = capability({
  name: 'test api',
  title: 'Test the API',
  heldBy: ['manufacturer', 'other'],
});

export const capabilities = [canTestApi] as const;
