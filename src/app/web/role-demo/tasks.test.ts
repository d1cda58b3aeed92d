import { describe, expect, test } from 'vitest';
import { holds, participantRoles } from '#domains/participants/contract.ts';
import { type Activity, canHandle, canManufacture, canShip } from '#domains/trace/contract.ts';
import { doneBy, readTasks } from './tasks.ts';

const tasks = await readTasks();

const activity = (action: string, blockIndex: number, correctedBy?: number): Activity => ({
  id: String(blockIndex),
  action,
  participantName: 'someone',
  timestamp: '2026-01-01T00:00:00.000Z',
  recordedAt: '2026-01-01T00:00:00.000Z',
  blockIndex,
  anomalies: [],
  ...(correctedBy === undefined ? {} : { correctedBy }),
});

describe('a task', () => {
  test('is checked off only by an event of its kind recorded since the start', () => {
    const [create] = tasks['manufacturer'] ?? [];
    if (!create) throw new Error('There is no task');
    expect(doneBy(create, [activity('manufactured', 9)], 10)).toBeUndefined();
    expect(doneBy(create, [activity('shipped', 10)], 10)).toBeUndefined();
    expect(doneBy(create, [activity('manufactured', 11, 12)], 10)).toBeUndefined();
    expect(doneBy(create, [activity('manufactured', 11), activity('manufactured', 10)], 10)?.blockIndex).toBe(11);
  });

  test('is only assigned to a role that may do it', () => {
    for (const role of participantRoles) {
      for (const action of (tasks[role] ?? []).flatMap((task) => task.actions ?? [])) {
        const capability = action === 'manufactured' ? canManufacture : action === 'shipped' ? canShip : canHandle;
        expect(holds({ role, administrator: false }, capability), `${role}: ${action}`).toBe(true);
      }
    }
  });
});
