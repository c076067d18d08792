import { metricsListener } from '#metrics/listener'
import { createMetrics, type Metrics } from '#metrics/metrics'
import { presentOf, type Sources } from '#metrics/present'
import { type Listening, listen } from '#server'

/** Metrics that are counted already and are still to be shown. */
export interface MetricsToServe extends Pick<Metrics, 'count'> {
  /** Shows them on a socket of their own; throws a Failure when it cannot listen there. */
  serve(
    address: { readonly port: number; readonly host: string },
    sources: Sources,
    tell: (line: string) => void,
  ): Promise<Listening>
}

export function metricsToServe(): MetricsToServe {
  const { registry, count } = createMetrics()
  return {
    count,
    serve(address, sources, tell) {
      const listener = metricsListener(registry, presentOf(sources, registry), tell)
      return listen(listener, { ...address, flags: 'metrics-' })
    },
  }
}
