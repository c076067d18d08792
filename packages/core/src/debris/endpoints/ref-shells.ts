import { type ShellGrid, shellCount, shellEdgesKm } from '#debris/density/shell-grid'
import type { Endpoint } from '#endpoint/endpoint'
import { referenceTable } from '#endpoint/reference-table'
import { count, text } from '#endpoint/schemas'

/** Serves the altitude shells that objects are counted in. */
export function referenceShells(grid: ShellGrid): Endpoint {
  return referenceTable({
    path: '/ref/shells',
    operationId: 'listShells',
    summary: 'Altitude shells',
    name: 'shells',
    rowName: 'Shell',
    row: {
      altitude_min_km: count('Lower edge of the shell, km', 780),
      altitude_max_km: count('Upper edge of the shell, km', 790),
      path: text('Path of its density', '/shell/density/780'),
    },
    rows: () =>
      Array.from({ length: shellCount(grid) }, (_, shell) => {
        const { lowerKm, upperKm } = shellEdgesKm(grid, shell)
        return { altitude_min_km: lowerKm, altitude_max_km: upperKm, path: `/shell/density/${lowerKm}` }
      }),
  })
}
