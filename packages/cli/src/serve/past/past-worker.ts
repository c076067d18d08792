import { parentPort, workerData } from 'node:worker_threads'
import { simulatePast } from '#serve/past/simulate-past'

// An error ends the thread and fails the simulation.
await simulatePast(workerData, (text) => parentPort?.postMessage(text))
