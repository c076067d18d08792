/**
 * Returns a built-in module of the runtime, such as `node:fs/promises`, or `undefined` where it does not
 * exist. It is not imported, so bundlers do not try to resolve it.
 */
export function runtimeModule<Module>(name: `node:${string}`): Module | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
  return process?.getBuiltinModule?.(name) as Module | undefined
}
