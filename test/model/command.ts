import type fc from 'fast-check'
import type { Model, ModelKey } from './model.ts'
import type { World } from './world.ts'

export type Command = fc.AsyncCommand<Model, World>

/**
 * A command of the model: what it is called in a counterexample, and what it does to the model and to the
 * world.
 */
export function command<A>(
  name: string,
  args: A,
  run: (model: Model, world: World) => Promise<unknown>,
  check: (model: Model) => boolean = () => true,
): Command {
  return {
    check,
    async run(model, world) {
      world.tally.commands += 1
      await run(model, world)
    },
    toString: () => `${name}(${JSON.stringify(args)})`,
  }
}

export const hasKeys = (model: Model): boolean => model.keys.length > 0

/** A key of those that have been issued, whichever number was drawn. */
export function keyAt(model: Model, drawn: number): ModelKey {
  return model.keys[drawn % model.keys.length]!
}
