const pause = globalThis.setTimeout
const PAUSES_MS = [1_000, 2_000]

globalThis.setTimeout = ((work: () => void, ms?: number) =>
  pause(work, ms !== undefined && PAUSES_MS.includes(ms) ? 0 : ms)) as typeof setTimeout
