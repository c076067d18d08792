import { Registry } from 'prom-client'
import { type Listening, listen } from '#serve/listen'
import { currentGauges, type GaugeSources } from '#serve/metrics/current-gauges'
import { type MetricsSource, metricsListener } from '#serve/metrics/listener'
import { createMetrics, type Metrics } from '#serve/metrics/metrics'
import { shareMetrics, sumOfWorkers } from '#serve/metrics/worker-metrics'

interface Address {
  readonly port: number
  readonly host: string
}

/** Metrics that are being counted and not served yet. */
export interface PreparedMetrics extends Pick<Metrics, 'count'> {
  /**
   * Serves the metrics on a socket of their own.
   * @throws CliError if it cannot listen there
   */
  serve(address: Address, sources: GaugeSources, onErrorLine: (line: string) => void): Promise<Listening>
  /**
   * Passes the metrics to the first process, which serves the metrics of all workers; one worker passes
   * `sources`.
   */
  share(sources: GaugeSources | undefined): void
}

export function prepareMetrics(): PreparedMetrics {
  const { registry, count } = createMetrics()
  const addCurrent = (sources: GaugeSources) => {
    registry.refresh = currentGauges(sources, registry).refresh
  }
  return {
    count,
    serve(address, sources, onErrorLine) {
      addCurrent(sources)
      const { contentType } = registry
      return serveSource({ contentType, read: () => registry.metrics() }, address, onErrorLine)
    },
    share(sources) {
      if (sources) addCurrent(sources)
      shareMetrics(registry)
    },
  }
}

/**
 * Serves the metrics of all workers of this process, added up.
 * @throws CliError if it cannot listen there
 */
export function serveWorkerMetrics(
  address: Address,
  onErrorLine: (line: string) => void,
): Promise<Listening> {
  const contentType = Registry.PROMETHEUS_CONTENT_TYPE
  return serveSource({ contentType, read: sumOfWorkers() }, address, onErrorLine)
}

function serveSource(
  source: MetricsSource,
  address: Address,
  onErrorLine: (line: string) => void,
): Promise<Listening> {
  return listen(metricsListener(source, onErrorLine), { ...address, flags: 'metrics-' })
}
