import { type Alert, createAlert } from '#alert'
import type { Detector } from '#alerts/detector'
import type { Context } from '#context'
import { FOREVER } from '#time'

/** The state of a detector as it is stored, with alerts that are perhaps not in the log yet. */
interface StoredState<State> {
  readonly state: State
  readonly outbox: readonly Alert[]
  /** A position in the log that is before all alerts of the outbox. */
  readonly from: number
}

/** Returns the state of a detector. */
export async function readState<State>(detector: Detector<State, never>, context: Context): Promise<State> {
  return parse(await readText(detector, context), detector).state
}

/** Deletes the state of a detector of something that is no more. */
export async function deleteState(detector: { readonly id: string }, context: Context): Promise<void> {
  const { store, now } = context
  const text = await readText(detector, context)
  if (text !== '') await store.counters.compareAndSwap(keyOf(detector.id, context), text, '', 0, now())
}

/**
 * Stores the next state of a detector together with the alerts that go with it, in one compare-and-swap, then
 * appends them to the log, then empties the outbox. A process that ends in between leaves them in the outbox,
 * and the next run appends them first, of this process or another. Appending twice changes nothing.
 * @param observation `undefined` if there is none: only the outbox of an earlier run is appended.
 * @returns How many alerts this call has appended, or another process at the same time.
 */
export async function runDetector<State, Observation>(
  detector: Detector<State, Observation>,
  observation: Observation | undefined,
  context: Context,
): Promise<number> {
  let logged = 0
  for (;;) {
    const text = await readText(detector, context)
    const stored = parse(text, detector)
    if (stored.outbox.length > 0) {
      logged += await emptyOutbox(detector, stored, text, context)
      continue
    }
    if (observation === undefined) return logged
    const { state, alerts } = detector.detect(stored.state, observation, context.now())
    const from = alerts.length === 0 ? 0 : 1 + (await context.alertLog.head())
    const next: StoredState<State> = { state, outbox: alerts.map(createAlert), from }
    const nextText = JSON.stringify(next)
    if (nextText === text || (text === '' && nextText === JSON.stringify(stored))) return logged
    if (!(await swap(detector, text, nextText, context))) continue
    if (alerts.length === 0) return logged
    return logged + (await emptyOutbox(detector, next, nextText, context))
  }
}

async function emptyOutbox<State>(
  detector: Detector<State, never>,
  { state, outbox, from }: StoredState<State>,
  text: string,
  context: Context,
): Promise<number> {
  await context.alertLog.append(outbox, from)
  const emptied: StoredState<State> = { state, outbox: [], from: 0 }
  // If this fails, another process has emptied it.
  await swap(detector, text, JSON.stringify(emptied), context)
  return outbox.length
}

async function readText({ id }: { readonly id: string }, context: Context): Promise<string> {
  return context.store.counters.owner(keyOf(id, context), context.now(), FOREVER)
}

async function swap(
  { id }: { readonly id: string },
  from: string,
  to: string,
  context: Context,
): Promise<boolean> {
  return context.store.counters.compareAndSwap(keyOf(id, context), from, to, FOREVER, context.now())
}

function keyOf(id: string, { settings }: Context): string {
  return `alert-state:${settings.originsId}:${id}`
}

function parse<State>(text: string, { initial }: Detector<State, never>): StoredState<State> {
  return text === '' ? { state: initial, outbox: [], from: 0 } : JSON.parse(text)
}
