import { expect, test } from 'vitest'
import { haveMosquitto, startBroker } from '../../support/mosquitto.ts'
import { beginMqtt, expectFarewell, expectNoPlace, hasAll } from '../mqtt-program.ts'

test.skipIf(!haveMosquitto)(
  'mqtt publishes every value to Mosquitto until it expires, and none after a clean stop',
  { timeout: 60_000 },
  async () => {
    await using broker = await startBroker()
    const program = await beginMqtt(broker)
    const early = broker.follow()
    await early.until(hasAll)
    // What the broker keeps for those who come later, with the time that is left.
    const late = broker.follow()
    await late.until(hasAll)
    const { payload, retain, properties } = late.newest.get('space-data/kp') ?? {}
    expect(Number(payload)).toBeGreaterThan(0)
    expect(retain).toBe(1)
    expect(properties?.['message-expiry-interval']).toBeGreaterThan(0)
    expect(properties?.['message-expiry-interval']).toBeLessThanOrEqual(90)
    expect(
      late.newest.get('space-data/people_in_space')?.properties?.['message-expiry-interval'],
    ).toBeLessThanOrEqual(6 * 3_600 + 30)
    const { code, stderr } = await program.stop()
    expect(code).toBe(0)
    expect(stderr).toBe(`space-data: publishing to mqtt://127.0.0.1:${broker.port} under space-data/\n`)
    await expectFarewell(late)
    const all = [...late.newest.values()].map(({ payload: text }) => text).join()
    expectNoPlace(all)
  },
)
