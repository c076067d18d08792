import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeError } from '#kit/errors'
import { isLoopback } from '#kit/http-url'
import { describeBrokerError, refusalOf, speaksOtherVersion } from '#mqtt/broker-errors'
import { discoveryMessages, removalMessages } from '#mqtt/discovery'
import {
  availabilityMessage,
  farewellMessages,
  jsonMessage,
  type Message,
  valueMessages,
} from '#mqtt/messages'
import type { MqttSettings } from '#mqtt/mqtt-settings'
import { keepReading, lifetimeOf, type Reading } from '#mqtt/readings'
import { openSession, type Session, type Version } from '#mqtt/session'
import { TOPIC_SOURCES } from '#mqtt/topic-sources'
import type { Subject, TopicSource } from '#mqtt/topic-value'

const LONGEST_PAUSE_MS = 60_000
/** How long a stop waits for readings in progress, in milliseconds. */
const LAST_READING_MS = 2_000

export interface Bridge {
  readonly settings: MqttSettings
  /** Requests a path of the API. */
  readonly read: (path: string) => Promise<Response>
  /** Minimum time between two requests for a path, in milliseconds. */
  readonly everyMs: number
  /** Version of the program. */
  readonly version: string
  /** Stops the bridge. */
  readonly signal: AbortSignal
  /** Whether the bridge ends if the broker refuses the first connection; otherwise it tries again. */
  readonly endsWhenRefused: boolean
  /** Receives information as single lines, as `warn` receives warnings. */
  readonly info: (line: string) => void
  readonly warn: (line: string) => void
}

/** Returns the sources that are published about a subject, each with its path. */
export function pathsOf(subject: Subject): [source: TopicSource, path: string][] {
  return TOPIC_SOURCES.flatMap((source) => {
    const path = source.path(subject)
    return path === undefined ? [] : [[source, path]]
  })
}

/** Returns the messages by which Home Assistant discovers the device, one for each sensor. */
export function toDiscovery({
  settings,
  everyMs,
  version,
}: Pick<Bridge, 'settings' | 'everyMs' | 'version'>): Message[] {
  const sources = pathsOf(settings.subject).map(([source]) => source)
  const lifetimeMs = (source: TopicSource) => lifetimeOf(source, everyMs)
  return discoveryMessages(settings, { sources, lifetimeMs, version })
}

/** Returns the messages that remove the sensors of a location if none is set now. */
export function toRemoval({ settings }: Pick<Bridge, 'settings'>): Message[] {
  const { subject } = settings
  return removalMessages(
    settings,
    TOPIC_SOURCES.filter((source) => source.path(subject) === undefined),
  )
}

/**
 * Publishes the current values until the signal. Reads each source when its values have expired, and
 * publishes all known values again after each connection.
 * @throws CliError if the broker refuses the first connection and `endsWhenRefused` is set
 */
export async function runBridge(bridge: Bridge): Promise<void> {
  const { settings, signal: stop, warn } = bridge
  warnOfClearPassword(bridge)
  const readings = new Map<TopicSource, Reading>()
  const stopping = new AbortController()
  const signal = AbortSignal.any([stop, stopping.signal])
  // The connection and each source listen to it; Node warns about more than ten listeners.
  setMaxListeners(0, signal)
  let session: Session | undefined

  const send = (messages: readonly Message[]) => {
    session?.publish(messages).catch((error) => {
      if (session) warn(`the broker does not accept a message: ${describeBrokerError(error)}`)
    })
  }
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})
  const reading = pathsOf(settings.subject).map(([source, path]) =>
    keepReading(source, () => source.path(settings.subject) ?? path, {
      ...bridge,
      signal,
      pause,
      onReading(_, found) {
        readings.set(source, found)
        send([
          ...valueMessages(settings.topicPrefix, source, found),
          jsonMessage(settings.topicPrefix, readings),
        ])
      },
      onFailure: (_, error) => warn(`${source.name}: ${describeError(error)}`),
    }),
  )
  const onOpen = (opened: Session | undefined) => {
    session = opened
    if (!opened) return
    send([
      ...toRemoval(bridge),
      ...toDiscovery(bridge),
      ...[...readings].flatMap(([source, found]) => valueMessages(settings.topicPrefix, source, found)),
      jsonMessage(settings.topicPrefix, readings),
      availabilityMessage(settings.topicPrefix, true),
    ])
  }
  try {
    await keepConnected({ ...bridge, signal }, onOpen)
  } finally {
    stopping.abort()
    // Does not wait for a provider or a server that does not respond.
    await Promise.race([Promise.all(reading), sleep(LAST_READING_MS, undefined, { ref: false })])
  }
}

/** Keeps a connection until the signal, with growing pauses after it broke or could not be made. */
async function keepConnected(bridge: Bridge, onOpen: (session: Session | undefined) => void): Promise<void> {
  const { settings, signal, info, warn } = bridge
  const { url } = settings.broker
  const will = availabilityMessage(settings.topicPrefix, false)
  const farewell = farewellMessages(
    settings.topicPrefix,
    pathsOf(settings.subject).map(([source]) => source),
  )
  let version: Version = 5
  let wasConnected = false
  let failures = 0
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  while (!signal.aborted) {
    const startedAt = Date.now()
    try {
      const session = await openSession(settings.broker, { version, will, stopped })
      if (!session) return
      wasConnected = true
      info(`publishing to ${url} under ${settings.topicPrefix}/`)
      onOpen(session)
      const reason = await Promise.race([session.ended, stopped])
      onOpen(undefined)
      if (signal.aborted) return await session.close(farewell)
      warn(`lost the broker ${url}: ${describeBrokerError(reason)}; trying again`)
    } catch (error) {
      if (signal.aborted) return
      if (version === 5 && speaksOtherVersion(error)) {
        version = 4
        info(`${url} speaks MQTT 3.1.1: expired values stay on the broker until this program removes them`)
        continue
      }
      const refusal = refusalOf(error, url)
      if (refusal && bridge.endsWhenRefused && !wasConnected) throw refusal
      warn(
        refusal
          ? `${refusal.message}; trying again`
          : `cannot reach the broker ${url}: ${describeBrokerError(error)}; trying again`,
      )
    }
    // Avoids a try every second if the broker accepts connections and closes them immediately.
    if (Date.now() - startedAt > LONGEST_PAUSE_MS) failures = 0
    const pauseMs = Math.min(1_000 * 2 ** failures, LONGEST_PAUSE_MS)
    failures += 1
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
  }
}

function warnOfClearPassword({ settings: { broker }, warn }: Bridge): void {
  const { protocol, hostname } = new URL(broker.url)
  if (protocol === 'mqtt:' && broker.password !== undefined && !isLoopback(hostname))
    warn(`the password is sent to the broker unencrypted; use mqtts://${hostname}`)
}
