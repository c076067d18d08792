import { describeFailure } from '#adapters/shared/describe-failure'
import { seconds } from '#kernel/kit/time'
import { within } from '#kernel/storage/timeout'

/** Time in milliseconds within which Redis must start an operation. Otherwise Redis itself rejects it. */
export const TIMEOUT_MS = 500

/** Interval at which Redis is asked for its time, which also shows that it still responds. */
const HEARTBEAT_MS = 200

/**
 * Number of consecutive heartbeats without received data after which Redis is considered unresponsive.
 * Heartbeats are counted instead of measuring time: a process that was busy reads the data received meanwhile
 * before the next heartbeat.
 */
const SILENT_HEARTBEATS = 3

/** Parts of the client of `@keyv/redis` that are used. Its own types require the types of Node. */
export interface RedisClient {
  readonly isOpen: boolean
  readonly isReady: boolean
  on(event: 'ready' | 'error', listener: (error?: unknown) => void): unknown
  connect(): Promise<unknown>
  destroy(): void
  sendCommand(args: readonly string[]): Promise<unknown>
}

/**
 * Operations that the store sends to Redis. The first key of a command determines which node of a cluster
 * receives it.
 */
export interface RedisCommands {
  /** Runs a read-only command, such as `('HGET', key, field)`. */
  command(...args: readonly string[]): Promise<unknown>
  /**
   * Runs a Lua script, whose own `ARGV` starts at 2. Redis rejects it half a second after `startedAt`: if
   * Redis was frozen and a script waited in a socket, the script must not run after its caller has timed out.
   *
   * @param args The same number for each key.
   * @param startedAt By `performance.now()`. Default: now.
   */
  runScript(
    script: string,
    keys: readonly string[],
    args: readonly string[],
    startedAt?: number,
  ): Promise<unknown>
}

/**
 * Connection that reconnects automatically. While Redis is down or does not respond, every operation rejects
 * immediately.
 */
export interface RedisConnection extends RedisCommands {
  /** Resolves after Redis has responded, or has failed to respond for the first time. */
  readonly opened: Promise<void>
  /** Returns why Redis cannot be used now, or `undefined` if it can. */
  unavailableReason(): string | undefined
  /** Returns why the Redis server that responded last can never be the store, or `undefined` if it can. */
  unfitReason(): string | undefined
  /**
   * Returns Redis's clock minus this machine's clock, in milliseconds, as last measured. Returns 0 before the
   * first measurement.
   */
  clockSkewMs(): number
  /**
   * The same operations, for a key of a slot that this node of a cluster is importing. `ASKING` is sent
   * before each one.
   */
  readonly importing: RedisCommands
  close(): Promise<void>
}

/** Address of a Redis server, and how to check it. */
export interface RedisConnectionOptions {
  readonly createClient: (settings: ReturnType<typeof clientSettings>) => RedisClient
  /** Name of this Redis in error messages. */
  readonly description: string
  /** Texts that must not appear in any message. */
  readonly secrets: readonly string[]
  /** Called for each new connection. Returns why this Redis server can never be the store, if it cannot. */
  readonly checkFitness: (send: (...command: string[]) => Promise<unknown>) => Promise<string | undefined>
}

/**
 * Returns the settings of the client. The timeouts are for a connection or a handshake without a response.
 * They are longer than the time until a busy process reads its sockets, so that its own delay is not
 * attributed to Redis.
 */
const clientSettings = (reconnectStrategy: (failures: number) => number | false) => ({
  disableOfflineQueue: true,
  socket: { connectTimeout: seconds(1), socketTimeout: seconds(1), reconnectStrategy },
})

/** Connects to Redis, and keeps reconnecting until it is closed. */
export function connectRedis({
  createClient,
  description,
  secrets,
  checkFitness,
}: RedisConnectionOptions): RedisConnection {
  /** Redis's clock minus `performance.now()`. `undefined` while disconnected. */
  let clockOffsetMs: number | undefined
  let clockSkewMs = 0
  let unavailableReason = 'it has not responded yet'
  let unfitReason: string | undefined
  let isFitnessChecked = false
  let silentHeartbeats = 0
  let isHeartbeatPending = false
  let heartbeats: ReturnType<typeof setInterval> | undefined
  let closing: Promise<void> | undefined
  let resolveOpened = () => {}
  const opened = new Promise<void>((resolve) => {
    resolveOpened = resolve
  })
  const scripts = new Map<string, Promise<string>>()

  const client = createClient(clientSettings((failures) => !closing && Math.min(50 * 2 ** failures, 500)))
  client.on('error', onDisconnect)
  client.on('ready', () => {
    if (closing) return client.destroy()
    clearInterval(heartbeats)
    heartbeats = setInterval(sendHeartbeat, HEARTBEAT_MS)
    isHeartbeatPending = false
    isFitnessChecked = false
    silentHeartbeats = 0
    sendHeartbeat()
  })
  connect()

  return {
    opened,
    unavailableReason: () => (clockOffsetMs === undefined ? unavailableReason : undefined),
    unfitReason: () => unfitReason,
    clockSkewMs: () => clockSkewMs,
    ...commandsBy((args) => client.sendCommand(args)),
    importing: commandsBy((args) => {
      client.sendCommand(['ASKING']).catch(() => {})
      return client.sendCommand(args)
    }),
    close,
  }

  function connect(): void {
    client.connect().catch(onDisconnect)
  }

  /** Asks Redis for its time. Reconnects if it does not respond. */
  function sendHeartbeat(): void {
    if (!client.isReady) {
      clearInterval(heartbeats)
      return
    }
    if (!isHeartbeatPending) {
      isHeartbeatPending = true
      readClock().catch((error) => client.isReady && onDisconnect(error))
    } else if (silentHeartbeats < SILENT_HEARTBEATS - 1) {
      silentHeartbeats += 1
    } else {
      onDisconnect(new Error('it does not respond'))
      client.destroy()
      connect()
    }
  }

  async function readClock(): Promise<void> {
    if (!isFitnessChecked) {
      unfitReason = await checkFitness((...command) => client.sendCommand(command))
      silentHeartbeats = 0
      if (unfitReason !== undefined) throw new Error(unfitReason)
      isFitnessChecked = true
    }
    const sentAt = performance.now()
    const [s, us] = (await client.sendCommand(['TIME'])) as [string, string]
    silentHeartbeats = 0
    const time = Number(s) * 1_000 + Number(us) / 1_000
    clockSkewMs = time - Date.now()
    clockOffsetMs = time - sentAt
    isHeartbeatPending = false
    resolveOpened()
  }

  function onDisconnect(error: unknown): void {
    clockOffsetMs = undefined
    isHeartbeatPending = false
    unavailableReason = describeFailure(error, secrets)
    resolveOpened()
  }

  /** Returns Redis's clock minus `performance.now()`. Throws while disconnected. */
  function requireClock(): number {
    if (!closing && client.isReady && clockOffsetMs !== undefined) return clockOffsetMs
    throw new Error(`${description} cannot be used: ${closing ? 'it was closed' : unavailableReason}`)
  }

  async function query<T>(call: () => Promise<T>): Promise<T> {
    requireClock()
    try {
      const result = await call()
      silentHeartbeats = 0
      return result
    } catch (error) {
      requireClock()
      throw error
    }
  }

  function commandsBy(send: RedisClient['sendCommand']): RedisCommands {
    const command = (...args: readonly string[]) => query(() => send(args))
    return {
      command,
      async runScript(script, keys, args, startedAt = performance.now()) {
        const deadline = String(Math.floor(requireClock() + startedAt + TIMEOUT_MS))
        const evaluate = async (sha: Promise<string>) =>
          command('EVALSHA', await sha, String(keys.length), ...keys, deadline, ...args)
        const loaded = scripts.get(script) ?? loadScript(script)
        try {
          return await evaluate(loaded)
        } catch (error) {
          if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
          const current = scripts.get(script)
          return evaluate(current === undefined || current === loaded ? loadScript(script) : current)
        }
      },
    }
  }

  function loadScript(script: string): Promise<string> {
    const sha = query(() => client.sendCommand(['SCRIPT', 'LOAD', `${REFUSE_LATE}${script}`])).then(String)
    scripts.set(script, sha)
    sha.catch(() => scripts.delete(script))
    return sha
  }

  /** Waits for operations in progress, for at most the usual timeout. */
  function close(): Promise<void> {
    closing ??= (async () => {
      clearInterval(heartbeats)
      if (!client.isReady) return
      await within(TIMEOUT_MS, client.sendCommand(['PING'])).catch(() => {})
      if (client.isReady) client.destroy()
    })()
    return closing
  }
}

/** The first argument of every script is its deadline, by the clock of Redis. */
const REFUSE_LATE = `local time = redis.call('TIME')
if time[1] * 1000 + time[2] / 1000 > tonumber(ARGV[1]) then
  return redis.error_reply('LATE the caller has timed out')
end
`
