import { parentPort, workerData } from 'node:worker_threads';
import { attacks } from './attacks.ts';

/** Runs one attack on a thread of its own, so that its work delays no measurement of the server's answers. */
const { origin, name } = workerData as { origin: string; name: string };
const attack = attacks[name];
if (attack === undefined) throw new Error(`There is no attack ${name}`);
parentPort?.postMessage(await attack(origin));
