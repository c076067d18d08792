import fc from 'fast-check'
import { type Command, command, hasKeys, keyAt } from './command.ts'
import type { Model } from './model.ts'
import type { World } from './world.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 86_400_000

const wait = fc
  .constantFrom(1, 500, 999, SECOND, 4_999, 5_000, 30_000, HOUR, 11 * HOUR, DAY)
  .map((ms) => command('wait', ms, (model, world) => pass(ms, model, world)))

const waitForMidnight = fc.constantFrom(-1, 0, 1).map((offset) =>
  command('waitForMidnight', offset, (model, world) => {
    const midnight = (Math.floor(model.now / DAY) + 1) * DAY
    return pass(Math.max(0, midnight + offset - model.now), model, world)
  }),
)

const waitForExpiry = fc.record({ key: fc.nat(), offset: fc.constantFrom(-1, 0, 1) }).map((drawn) =>
  command(
    'waitForExpiry',
    drawn,
    (model, world) => pass(keyAt(model, drawn.key).expiresAt! + drawn.offset - model.now, model, world),
    (model) => {
      if (!hasKeys(model)) return false
      const { expiresAt } = keyAt(model, drawn.key)
      return expiresAt !== null && expiresAt > model.now && expiresAt - model.now <= DAY
    },
  ),
)

/**
 * A clock that is set, by hand or by NTP: time itself does not move. Further back than a day it counts as
 * mended.
 */
const setClock = fc
  .constantFrom(-1, -SECOND, -30_000, -HOUR, -DAY, -25 * HOUR, SECOND, HOUR, 25 * HOUR)
  .map((ms) =>
    command(
      'setClock',
      ms,
      (model, world) => pass(ms, model, world),
      (model) => model.now + ms >= (model.day - 1) * DAY,
    ),
  )

export const passingTime: readonly fc.Arbitrary<Command>[] = [
  wait,
  wait,
  waitForMidnight,
  waitForExpiry,
  setClock,
]

async function pass(ms: number, model: Model, world: World): Promise<void> {
  model.setClock(model.now + ms)
  await world.setClock(model.now)
}
