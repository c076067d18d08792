import { currentGauges, type GaugeSources } from '../../packages/cli/src/serve/metrics/current-gauges.ts'
import { createMetrics } from '../../packages/cli/src/serve/metrics/metrics.ts'

export interface RegisteredMetric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary'
  readonly labelNames: readonly string[]
}

/** Returns what `serve --metrics-port` registers, with the metrics of prom-client itself. */
export async function registeredMetrics(): Promise<readonly RegisteredMetric[]> {
  const { registry } = createMetrics()
  currentGauges({} as GaugeSources, registry)
  // prom-client declares the numbers of its enumeration, and sets names.
  return (await registry.getMetricsAsArray()) as unknown as readonly RegisteredMetric[]
}
