import type { GenericSchema, InferOutput } from 'valibot'
import type { ServedFile } from '#compat/swpc/swpc-file'
import type { TypedEndpoint } from '#endpoint/data-endpoint'

/** The payload of an endpoint. */
export type PayloadOf<Of> = Of extends TypedEndpoint<string, infer Data> ? InferOutput<Data> : never

/** Declares a file that is written from the payload of an endpoint. */
export function servedFile<Data extends GenericSchema>(
  endpoint: TypedEndpoint<string, Data>,
  write: (data: InferOutput<Data>) => unknown,
  write2025?: (data: InferOutput<Data>) => unknown,
): ServedFile {
  return {
    endpoint,
    write: (data) => write(data as InferOutput<Data>),
    ...(write2025 && { write2025: (data) => write2025(data as InferOutput<Data>) }),
  }
}
