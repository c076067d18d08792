import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Unanswered requests per connection at which reading from it pauses. */
export const MAX_PIPELINED = 32

const CONNECTION = Symbol('connection')
type Connected = Socket & { [CONNECTION]?: Connection }

/** State of one connection. */
export class Connection {
  /** Requests so far. */
  requests = 0
  /** Requests that have started and whose responses the system has not fully accepted. */
  inFlight = 0
  /** Starts the requests that wait for earlier ones. */
  queued: (() => void)[] = []
  isPaused = false
  /** Response to the latest request, until the system has accepted it. An idle connection retains none. */
  last: ServerResponse | undefined
  /** Responses that the client has not read in full. */
  unread = 0
  /** Time by which these must have been read, in milliseconds of `performance.now()`. */
  readBy = 0
  readTimer: NodeJS.Timeout | undefined
  hasCloseListener = false
  /** Functions that end the open event streams. */
  streams: Set<() => void> | undefined
}

/** Queued requests of all connections of this process. */
let queuedCount = 0

/** Connections that may start a queued request, in the order of their turns. */
const turns = new Set<Connection>()

/** Returns the state of a connection, created on first use. */
export function connectionOf(socket: Connected): Connection {
  socket[CONNECTION] ??= new Connection()
  return socket[CONNECTION]
}

/** Counts a request that starts immediately. */
export function startRequest(socket: Socket, connection: Connection): void {
  connection.inFlight += 1
  if (connection.inFlight === MAX_PIPELINED) pauseReading(socket, connection)
}

/**
 * Queues a request behind the earlier ones of its connection; returns the number of queued requests in this
 * process.
 */
export function queueRequest(socket: Socket, connection: Connection, start: () => void): number {
  cleanUpOnClose(socket, connection)
  connection.queued.push(start)
  queuedCount += 1
  if (connection.inFlight + connection.queued.length >= MAX_PIPELINED) pauseReading(socket, connection)
  scheduleTurn(connection)
  return queuedCount
}

/** Counts a sent response, and lets the next request start. */
export function finishRequest(response: ServerResponse): void {
  const { socket, complete } = response.req
  const connection = connectionOf(socket)
  connection.inFlight -= 1
  if (connection.last === response && complete && response.shouldKeepAlive) connection.last = undefined
  if (connection.queued.length > 0) scheduleTurn(connection)
  else if (connection.isPaused && connection.inFlight <= MAX_PIPELINED / 2) resumeReading(socket, connection)
}

/**
 * Queued requests that start per turn of the event loop; between two turns Node accepts one new connection.
 */
const STARTS_PER_TURN = 8

let isScheduled = false

/** Whether any connection of this process has queued requests that may start. */
export function hasQueuedRequests(): boolean {
  return isScheduled
}

function scheduleTurn(connection: Connection): void {
  turns.add(connection)
  if (isScheduled) return
  isScheduled = true
  setImmediate(startQueued)
}

/** Starts one queued request per connection, so that no client's pipeline delays the others. */
function startQueued(): void {
  let started = 0
  for (const connection of turns) {
    if (started === STARTS_PER_TURN) break
    turns.delete(connection)
    const start = connection.inFlight < MAX_PIPELINED ? connection.queued.shift() : undefined
    if (!start) continue
    started += 1
    queuedCount -= 1
    connection.inFlight += 1
    if (connection.queued.length > 0) turns.add(connection)
    start()
  }
  isScheduled = turns.size > 0
  if (isScheduled) setImmediate(startQueued)
}

/**
 * Pauses a socket permanently. Node resumes it after each message, and the listener pauses it again before a
 * read.
 */
function pauseReading(socket: Socket, connection: Connection): void {
  if (connection.isPaused) return
  connection.isPaused = true
  socket.on('resume', pauseAgain)
  socket.pause()
}

function resumeReading(socket: Socket, connection: Connection): void {
  connection.isPaused = false
  socket.off('resume', pauseAgain)
  socket.resume()
}

function pauseAgain(this: Socket): void {
  this.pause()
}

/** Clears the timer and the queued requests of a connection when it closes. */
export function cleanUpOnClose(socket: Socket, connection: Connection): void {
  if (connection.hasCloseListener) return
  connection.hasCloseListener = true
  socket.once('close', () => {
    clearTimeout(connection.readTimer)
    queuedCount -= connection.queued.length
    connection.queued = []
  })
}
