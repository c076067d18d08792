/** One call of a backend's method, and what came of it. */
export type Call = [part: 'backend' | 'adapter' | 'atomic', method: string, args: unknown[]]
export type Outcome = { readonly value?: unknown; readonly error?: string }

const INFINITE = '\u0000Infinity'

/** JSON that can carry a limit without bounds. */
export function toWire(value: unknown): string {
  return JSON.stringify(value, (_, part) => (part === Number.POSITIVE_INFINITY ? INFINITE : part))
}

export function fromWire(text: string): unknown {
  return JSON.parse(text, (_, part) => (part === INFINITE ? Number.POSITIVE_INFINITY : part))
}
