import { renameSync, writeFileSync } from 'node:fs'
import { tempFolder } from './program.ts'

/** Slices of a `shell run` that go on only when the test says so, so that it never ends too early. */
export interface HeldSlices {
  /** Environment of the command, which needs `--workers 2`: its own thread is not held. */
  readonly env: Readonly<Record<string, string>>
  /** Lets each thread return one slice more. */
  next(): void
  /** Lets all slices go on. */
  release(): void
}

/** Holds a run after the first slice of each of its threads. */
export async function heldSlices(): Promise<HeldSlices> {
  const file = `${await tempFolder()}/slices`
  let slices = 1
  // Renamed, for a thread that reads an empty file would wait for no slice.
  const allow = (count: number) => {
    writeFileSync(`${file}.new`, String(count))
    renameSync(`${file}.new`, file)
  }
  allow(slices)
  const preload = new URL('./hold-slices.mjs', import.meta.url).href
  return {
    env: { NODE_OPTIONS: `--import=${preload}`, HELD_SLICES: file },
    next() {
      slices += 1
      allow(slices)
    },
    release: () => allow(Number.MAX_SAFE_INTEGER),
  }
}
