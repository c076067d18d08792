import { type ShellGrid, shellCount } from '#debris/density/shell-grid'
import { shellEdges, shellEdgesOf } from '#debris/shells/schemas'
import type { Endpoint } from '#endpoint/endpoint'
import { referenceTable } from '#endpoint/reference-table'
import { text } from '#endpoint/schemas'

/** Serves the altitude shells in which objects are counted. */
export function referenceShells(grid: ShellGrid): Endpoint {
  return referenceTable({
    path: '/ref/shells',
    operationId: 'listShells',
    summary: 'Altitude shells',
    name: 'shells',
    rowName: 'Shell',
    row: {
      ...shellEdges,
      path: text('Path of the density of the shell', '/shell/density/780'),
    },
    rows: () =>
      Array.from({ length: shellCount(grid) }, (_, shell) => {
        const edges = shellEdgesOf(grid, shell)
        return { ...edges, path: `/shell/density/${edges.altitude_min_km}` }
      }),
  })
}
