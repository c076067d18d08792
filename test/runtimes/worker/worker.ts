// The example itself, in an isolate where the pauses between two queries to a provider are over at once.
import './no-pauses.ts'

export { default, SpaceDataStore } from '../plain-worker/worker.ts'
