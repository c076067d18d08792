/** Content codings of responses, the preferred one first. */
export const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** Compresses a body. Called once for each representation and coding that a client accepts. */
export type Compressor = (body: Uint8Array, coding: Coding) => Promise<Uint8Array>
