import { expect } from 'vitest'
import { TOPIC_SOURCES } from '../../packages/cli/src/mqtt/topic-sources.ts'
import type { Broker, Follower, Received } from '../support/mosquitto.ts'
import { begin, tempFolder } from './program.ts'

/** A place that stands in no other number of a test. */
export const PLACE = '48.1372,11.5755'

/** Expects no trace of the place: no exact degrees, and no rounded ones together, as either can be part of a time. */
export function expectNoPlace(text: string): void {
  for (const degrees of PLACE.split(',')) expect(text).not.toContain(degrees)
  expect(text).not.toMatch(/48\.1[34]?\D{1,40}11\.5[78]?/)
}

const NAMES = TOPIC_SOURCES.flatMap(({ values }) => values.map(({ name }) => name))

/** Whether all values of the sample are on their topics, as are those of the place, each with its sensor. */
export function hasAll(newest: ReadonlyMap<string, Received>): boolean {
  return (
    NAMES.every(
      (name) =>
        newest.has(`space-data/${name}`) && newest.has(`homeassistant/sensor/space-data/${name}/config`),
    ) && newest.get('space-data/availability')?.payload === 'online'
  )
}

/** Starts `space-data mqtt` on the sample, in a process of its own. */
export async function beginMqtt(
  broker: Pick<Broker, 'port'>,
  { args = [], at = ['--at', PLACE], env = {}, url = `mqtt://127.0.0.1:${broker.port}` }: BeginOptions = {},
) {
  const folder = await tempFolder()
  const begun = begin(['mqtt', '--sample', ...at, '--broker', url, ...args], {
    XDG_DATA_HOME: folder,
    ...env,
  })
  let stderr = ''
  const waiting = new Set<() => void>()
  begun.child.stderr?.on('data', (chunk) => {
    stderr += chunk
    for (const look of waiting) look()
  })
  return {
    ...begun,
    stderr: () => stderr,
    /** Resolves once it has said something like this so many times. */
    said: (what: RegExp, times = 1) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if ([...stderr.matchAll(new RegExp(what, 'g'))].length < times) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    /** Ends it as a service manager does. */
    async stop() {
      begun.child.kill('SIGTERM')
      return begun.finished
    },
  }
}

interface BeginOptions {
  readonly args?: readonly string[]
  /** The place; default: one. */
  readonly at?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly url?: string
}

/** Expects that no value stands on any topic, and that nothing is published. */
export async function expectFarewell(follower: Follower): Promise<void> {
  await follower.until((newest) => newest.get('space-data/availability')?.payload === 'offline')
  const left = [...follower.newest.values()].filter(
    ({ topic, payload }) => /^space-data\/(?!json$|availability$)/.test(topic) && payload !== 'None',
  )
  expect(left).toEqual([])
}
