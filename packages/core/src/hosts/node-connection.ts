import type { Socket } from '#hosts/node-http'

/** How many requests of a connection may be unanswered; it is not read while they are so many. */
export const MOST_UNANSWERED = 32

const CONNECTION = Symbol('connection')
type Connected = Socket & { [CONNECTION]?: Connection }

/** What we remember of a connection while it lasts. */
export class Connection {
  requests = 0
  /** Requests that have been begun, until the system has taken the whole answer. */
  open = 0
  /** Begins those that have been read and wait for the ones before them. */
  waiting: (() => void)[] = []
  isStopped = false
  /** Answers that wait for their reader. */
  unread = 0
  /** When they must have been read, in milliseconds of `performance.now()`. */
  unreadUntil = 0
  unreadTimer: unknown
  isWatched = false
}

/** Requests that wait in all connections of this process. */
let waiting = 0

/** Connections that may begin what waits, the longest idle first. */
const rota = new Set<Connection>()

export function connectionOf(socket: Connected): Connection {
  const known = socket[CONNECTION]
  if (known) return known
  const connection = new Connection()
  socket[CONNECTION] = connection
  return connection
}

/** Counts a request as begun. */
export function begin(socket: Socket, connection: Connection): void {
  connection.open += 1
  if (connection.open === MOST_UNANSWERED) stopReading(socket, connection)
}

/** Has a request begin soon, behind those of its connection and among those of others; tells how many wait in this process. */
export function wait(socket: Socket, connection: Connection, serve: () => void): number {
  watch(socket, connection)
  connection.waiting.push(serve)
  waiting += 1
  if (connection.open + connection.waiting.length >= MOST_UNANSWERED) stopReading(socket, connection)
  queue(connection)
  return waiting
}

/** The answer to one of a connection's requests has gone out: the next may begin. */
export function release(socket: Connected): void {
  const connection = socket[CONNECTION]
  if (!connection) return
  connection.open -= 1
  if (connection.waiting.length > 0) queue(connection)
  else if (connection.isStopped && connection.open <= MOST_UNANSWERED / 2) goOnReading(socket, connection)
}

/** How many of those that wait begin in one turn of the event loop; between two turns one new connection is accepted. */
const MOST_PER_TURN = 8

declare function setImmediate(callback: () => void): unknown

let isTurnSet = false

/** Whether some wait for their turn. */
export function areWaiting(): boolean {
  return isTurnSet
}

function queue(connection: Connection): void {
  rota.add(connection)
  if (isTurnSet) return
  isTurnSet = true
  setImmediate(takeTurns)
}

function takeTurns(): void {
  let begun = 0
  for (const connection of rota) {
    if (begun === MOST_PER_TURN) break
    rota.delete(connection)
    const serve = connection.open < MOST_UNANSWERED ? connection.waiting.shift() : undefined
    if (!serve) continue
    begun += 1
    waiting -= 1
    connection.open += 1
    if (connection.waiting.length > 0) rota.add(connection)
    serve()
  }
  isTurnSet = rota.size > 0
  if (isTurnSet) setImmediate(takeTurns)
}

/** Node resumes a socket whenever a message is complete: the listener stops it again before anything is read. */
function stopReading(socket: Socket, connection: Connection): void {
  if (connection.isStopped) return
  connection.isStopped = true
  socket.on('resume', pause)
  socket.pause()
}

function goOnReading(socket: Socket, connection: Connection): void {
  connection.isStopped = false
  socket.off('resume', pause)
  socket.resume()
}

function pause(this: Socket): void {
  this.pause()
}

declare function clearTimeout(timer: unknown): void

/** Lets go of what waits when the connection closes. */
export function watch(socket: Socket, connection: Connection): void {
  if (connection.isWatched) return
  connection.isWatched = true
  socket.once('close', () => {
    clearTimeout(connection.unreadTimer)
    waiting -= connection.waiting.length
    connection.waiting = []
  })
}
