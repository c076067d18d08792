import { type Listening, listen } from '#listen'
import { currentGauges, type GaugeSources } from '#metrics/current-gauges'
import { metricsListener } from '#metrics/listener'
import { createMetrics, type Metrics } from '#metrics/metrics'

/** Metrics that are being counted and not served yet. */
export interface PreparedMetrics extends Pick<Metrics, 'count'> {
  /**
   * Serves the metrics on a socket of their own.
   * @throws CliError if it cannot listen there
   */
  serve(
    address: { readonly port: number; readonly host: string },
    sources: GaugeSources,
    onErrorLine: (line: string) => void,
  ): Promise<Listening>
}

export function prepareMetrics(): PreparedMetrics {
  const { registry, count } = createMetrics()
  return {
    count,
    serve(address, sources, onErrorLine) {
      const listener = metricsListener(registry, currentGauges(sources, registry), onErrorLine)
      return listen(listener, { ...address, flags: 'metrics-' })
    },
  }
}
