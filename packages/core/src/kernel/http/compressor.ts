/** Content coding of a response. */
export type Coding = 'br' | 'gzip'

/** Compresses a body. Called once for each representation and coding accepted by a client. */
export type Compressor = (body: Uint8Array, coding: Coding) => Promise<Uint8Array>
