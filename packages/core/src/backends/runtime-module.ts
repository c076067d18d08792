/**
 * A module of the runtime itself, such as `node:fs/promises`, or `undefined` where there is none of that name. Nothing is
 * imported, so that no bundler looks for it.
 */
export function runtimeModule<Module>(name: `node:${string}`): Module | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
  return process?.getBuiltinModule?.(name) as Module | undefined
}
