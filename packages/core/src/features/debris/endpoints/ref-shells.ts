import { type ShellGrid, shellCount } from '#features/debris/density/shell-grid'
import { shellEdges, shellEdgesOf } from '#features/debris/shells/schemas'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { referenceTable } from '#kernel/endpoint/reference-table'
import { text } from '#kernel/endpoint/schemas'

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
