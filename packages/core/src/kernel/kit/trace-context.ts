const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/

/** Returns the trace id of a `traceparent` header (W3C Trace Context); `undefined` without a valid one. */
export function traceIdOf(traceparent: string | null): string | undefined {
  return traceparent === null ? undefined : TRACEPARENT.exec(traceparent)?.[1]
}
