import type { StoreBackend } from '@space-data/core'
import type { StoreMaintenance } from '@space-data/core/storage'
import { onTestFinished } from 'vitest'
import { everything } from '../../packages/core/src/features/everything.ts'
import { recordsOf } from '../../packages/core/src/kernel/endpoint/feature.ts'
import { createStoreMaintenance } from '../../packages/core/src/kernel/maintenance/manage-store.ts'
import { everyStore } from '../storage/every-store.ts'
import { NOON, type TestContext, testContext } from '../support/context.ts'

/** A store that is closed after the test, on a clock that stands still. */
export async function newStore(open: () => Promise<StoreBackend> = everyStore['memory']!) {
  const backend = await open()
  onTestFinished(() => backend.close())
  const context = testContext({ backend, time: { at: NOON } })
  return { backend, context, store: maintenanceOf(context) }
}

/** The operations on the store of a context, with the records of all features. */
export function maintenanceOf(context: TestContext): StoreMaintenance {
  return createStoreMaintenance(() => recordsOf(everything), context)
}

/** What an export of a store writes. */
export async function exported(context: TestContext): Promise<string> {
  let text = ''
  await maintenanceOf(context).export((piece) => {
    text += piece
  })
  return text
}

/** The lines of an export that tell what is in the store, and not when it was written. */
export function entriesOf(text: string): string[] {
  return text.trimEnd().split('\n').slice(1, -1)
}

/** Reads a text, as often as it is called, in pieces of so many bytes, which cut lines and characters. */
export function reading(text: string, size = 1_000): () => AsyncGenerator<Uint8Array> {
  return async function* () {
    const bytes = new TextEncoder().encode(text)
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
}
