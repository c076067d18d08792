/** The element sets of `GET /globe/objects`, column by column. */
export interface PackedObjects {
  readonly count: number
  /** Time of the catalogue in epoch milliseconds. */
  readonly fetchedAt: number
  /** Epochs in milliseconds. */
  readonly epochs: Float64Array
  readonly noradIds: Uint32Array
  /** Revolutions per day, times 1e8. */
  readonly meanMotions: Uint32Array
  /** Times 1e7. */
  readonly eccentricities: Uint32Array
  /** Angles in degrees, times 1e4. */
  readonly inclinations: Uint32Array
  readonly raans: Uint32Array
  readonly argsOfPericenter: Uint32Array
  readonly meanAnomalies: Uint32Array
  /** Per Earth radius. */
  readonly bstars: Float32Array
  /** Indexes of payload, rocket body, debris, unknown. */
  readonly types: Uint8Array
  /** Indexes into `owners`; 255 if no owner is known. */
  readonly ownerOf: Uint8Array
  readonly names: readonly string[]
  readonly owners: readonly Owner[]
}

/** An owner in SATCAT. */
interface Owner {
  readonly code: string
  readonly name: string
}

const HEADER_BYTES = 16

/** Returns the columns of the packed element sets, as views of the same bytes. */
export function unpackObjects(bytes: ArrayBuffer): PackedObjects {
  const header = new DataView(bytes)
  const count = header.getUint32(4, true)
  const column = (index: number) => HEADER_BYTES + 8 * count + 4 * index * count
  const lines = new TextDecoder().decode(new Uint8Array(bytes, column(8) + 2 * count)).split('\n')
  const whole = (index: number) => new Uint32Array(bytes, column(index), count)
  return {
    count,
    fetchedAt: header.getFloat64(8, true),
    epochs: new Float64Array(bytes, HEADER_BYTES, count),
    noradIds: whole(0),
    meanMotions: whole(1),
    eccentricities: whole(2),
    inclinations: whole(3),
    raans: whole(4),
    argsOfPericenter: whole(5),
    meanAnomalies: whole(6),
    bstars: new Float32Array(bytes, column(7), count),
    types: new Uint8Array(bytes, column(8), count),
    ownerOf: new Uint8Array(bytes, column(8) + count, count),
    names: lines.slice(0, count),
    owners: lines.slice(count).map((line) => {
      const [code = '', name = code] = line.split('\t')
      return { code, name }
    }),
  }
}
