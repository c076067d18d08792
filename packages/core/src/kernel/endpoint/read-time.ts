/** Base time for reading a response, in milliseconds … */
export const READ_BASE_MS = 30_000
/** … plus one second per 32 kB of it. */
export const READ_BYTES_PER_MS = 32
