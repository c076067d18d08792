/** Milliseconds that a test waits for what must happen: only a test that hangs waits so long. */
export const PATIENCE_MS = 60_000
