/** A client has so long to read a response, in milliseconds … */
export const READ_BASE_MS = 30_000
/** … and one second more per 32 kB of it. */
export const READ_BYTES_PER_MS = 32
