import { deployFile } from './files.ts'

/** A query of the dashboard. */
export interface Target {
  /** Title of its panel. */
  readonly panel: string
  readonly expr: string
  /** Names of the labels that its legend shows. */
  readonly shown: readonly string[]
}

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}

/** Returns all queries of the dashboard. */
export function dashboardTargets(): readonly Target[] {
  const { panels } = JSON.parse(deployFile('grafana/space-data.json')) as { panels: readonly Panel[] }
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({
      panel: title,
      expr,
      shown: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
    })),
  )
}
