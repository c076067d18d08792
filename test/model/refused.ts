import fc from 'fast-check'
import { expect } from 'vitest'
import { newSecret } from '../../packages/core/src/kernel/accounts/keys/secret.ts'
import { type Command, command, hasKeys, keyAt } from './command.ts'
import { apiKey, askFor, bearer, ends, type Headers, KP, names } from './requests.ts'

const instance = fc.nat({ max: 1 })

/** What is not counted, whoever asks: the standing of the key is not even looked at. */
const uncounted = fc.record({ key: fc.nat(), instance, what: fc.constantFrom(404, 405, 204) }).map((drawn) =>
  command(
    'askForNothing',
    drawn,
    async (model, world) => {
      const headers = bearer(world.keys[keyAt(model, drawn.key).place]!)
      const method = { 404: 'GET', 405: 'POST', 204: 'OPTIONS' }[drawn.what]!
      const path = drawn.what === 404 ? '/v1/nothing' : KP
      const reply = await world.ask(drawn.instance, path, { method, headers })
      expect(reply).toMatchObject({ status: drawn.what, rate: undefined })
    },
    hasKeys,
  ),
)

/** Nobody is let in without a key that was issued, and each refusal has its own code. */
const STRANGERS = {
  nobody: { headers: () => [], error: 'missing_key' },
  otherScheme: { headers: () => [['authorization', 'Basic dTpw']], error: 'missing_key' },
  neverIssued: { headers: () => apiKey(newSecret('sd_live_')), error: 'invalid_key' },
  malformed: { headers: () => bearer('sd_live_short'), error: 'invalid_key' },
  changed: { headers: (key) => bearer(changed(key)), error: 'invalid_key' },
  twice: { headers: (key) => [...apiKey(key), ...apiKey(key)], error: 'invalid_key' },
} as const satisfies Record<string, { headers: (key: string) => Headers; error: string }>

const stranger = fc
  .record({
    key: fc.nat(),
    instance,
    who: fc.constantFrom(...names(STRANGERS)),
    end: fc.constantFrom(...ends),
  })
  .map((drawn) =>
    command(
      'useAsStranger',
      drawn,
      async (model, world) => {
        const { headers, error } = STRANGERS[drawn.who]
        const presented = headers(world.keys[keyAt(model, drawn.key).place]!)
        const reply = await askFor(drawn.end, drawn.instance, presented, world)
        expect(reply).toMatchObject({ status: 401, rate: undefined })
        if (drawn.end !== 'head') expect(reply.error).toBe(error)
      },
      hasKeys,
    ),
  )

export const refused: readonly fc.Arbitrary<Command>[] = [uncounted, stranger]

function changed(key: string): string {
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
}
