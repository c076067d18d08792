import type { StoreBackend } from '@space-data/core'
import { PATIENCE_MS } from '../support/patience.ts'
import { again } from './again.mjs'

/**
 * A backend whose operations are repeated while its server is too slow for them, for tests of what they do:
 * half a second, after which an operation fails, is not much on a busy machine.
 */
export function patient(backend: StoreBackend): StoreBackend {
  return {
    ...backend,
    timeoutMs: PATIENCE_MS,
    adapter: repeated(backend.adapter),
    atomic: repeated(backend.atomic),
    keys: (prefix) => again(() => backend.keys(prefix)),
  }
}

const REPEATED = new Set<PropertyKey>([
  ...['get', 'set', 'delete'],
  ...['add', 'subtract', 'raise', 'count', 'setIfAbsent', 'compareAndSwap'],
])

function repeated<T extends object>(target: T): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function' || !REPEATED.has(name)) return value
      return (...args: unknown[]) => again(() => value.apply(target, args))
    },
  })
}
