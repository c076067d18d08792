import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IClientOptions, MqttClient } from 'mqtt'
import type { Message } from '#mqtt/messages'
import type { BrokerSettings } from '#mqtt/mqtt-settings'

/** How long a broker may take to accept a connection, in milliseconds. */
const CONNECT_MS = 20_000
/** A connection is given up if the broker is silent for one and a half times this interval. */
const KEEP_ALIVE_S = 20
/** How long sending the last messages may take, in milliseconds. */
const FAREWELL_MS = 2_000

/** Version of the protocol: 5, or 4 for 3.1.1. */
export type Version = 4 | 5

/** A connection to a broker. */
export interface Session {
  /** Sends messages that the broker retains; rejects at the first one that it does not accept. */
  publish(messages: readonly Message[]): Promise<void>
  /** Resolves with the reason when the connection has ended. */
  readonly ended: Promise<unknown>
  /** Sends the last messages, as far as the broker accepts them in time, and ends the connection. */
  close(farewell: readonly Message[]): Promise<void>
}

interface SessionOptions {
  readonly version: Version
  /** Message that the broker publishes when the connection breaks. */
  readonly will: Message
  /** Resolves when the connection is no longer wanted. */
  readonly stopped: Promise<void>
}

/**
 * Connects to a broker; `undefined` if it was stopped before.
 * @throws the reason why it cannot
 */
export async function openSession(
  { url, username, password, ca }: BrokerSettings,
  { version, will, stopped }: SessionOptions,
): Promise<Session | undefined> {
  // Loaded on demand: nothing else needs it.
  const { connect } = (await import('mqtt')).default
  const options: IClientOptions = {
    protocolVersion: version,
    clientId: `space-data-${randomBytes(4).toString('hex')}`,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    keepalive: KEEP_ALIVE_S,
    will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true },
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(ca !== undefined && { ca }),
  }
  const client = connect(url, options)
  let reason: unknown
  client.on('error', (error) => {
    reason ??= error
  })
  client.on('disconnect', ({ reasonCode }) => {
    reason ??= new Error(`the broker ended the connection, reason ${reasonCode}`)
  })
  const ended = new Promise<unknown>((resolve) => {
    client.on('close', () => resolve(reason ?? new Error('the connection was closed')))
  })
  const connected = new Promise<'connected'>((resolve) => client.on('connect', () => resolve('connected')))
  const first = await Promise.race([connected, ended, stopped])
  if (first !== 'connected') {
    client.end(true)
    if (first === undefined) return undefined
    throw first
  }
  const publish = publisher(client, version)
  return {
    publish,
    ended,
    async close(farewell) {
      const limit = () => sleep(FAREWELL_MS, undefined, { ref: false })
      const isSent = publish(farewell).then(
        () => true,
        () => false,
      )
      const isAccepted = (await Promise.race([isSent, limit(), ended])) === true
      if (isAccepted) await Promise.race([client.endAsync().catch(() => {}), limit(), ended])
      // Closes the connection. If it is open, the broker publishes the will, as nothing has ended it.
      client.end(true)
    },
  }
}

/**
 * Returns a function that sends messages one after another: a broker may accept only one at a time (Receive
 * Maximum).
 */
function publisher(client: MqttClient, version: Version): Session['publish'] {
  let queue: Promise<unknown> = Promise.resolve()
  return async (messages) => {
    const sent = messages.map((message) => {
      const one = queue.then(() => send(client, message, version))
      queue = one.catch(() => {})
      return one
    })
    await Promise.all(sent)
  }
}

async function send(
  client: MqttClient,
  { topic, payload, endsAt }: Message,
  version: Version,
): Promise<void> {
  const leftS = endsAt === undefined ? undefined : Math.max(1, Math.ceil((endsAt - Date.now()) / 1_000))
  await client.publishAsync(topic, payload, {
    qos: 1,
    retain: true,
    // MQTT 3.1.1 has no expiry of messages.
    ...(version === 5 && leftS !== undefined && { properties: { messageExpiryInterval: leftS } }),
  })
}
