import type { ServedFile } from '#features/swpc-files/swpc-file'
import type { TypedEndpoint } from '#kernel/endpoint/data-endpoint'

/** The payload of an endpoint. */
export type PayloadOf<Of> = Of extends TypedEndpoint<string, infer Data, never> ? Data : never

/** Declares a file that is written from the payload of an endpoint. */
export function servedFile<Data>(
  endpoint: TypedEndpoint<string, Data, never>,
  write: (data: Data) => unknown,
  write2025?: (data: Data) => unknown,
): ServedFile {
  return {
    endpoint,
    write: (data) => write(data as Data),
    ...(write2025 && { write2025: (data) => write2025(data as Data) }),
  }
}
