/** Returns the launch of an international designator, such as `1982-092` of `1982-092E`. */
export function launchOf(designator: string | null): string | undefined {
  return /^\d{4}-\d{3}/.exec(designator ?? '')?.[0]
}

/** Groups objects by launch. Objects without a designator are left out. */
export function groupByLaunch<T extends { readonly international_designator: string | null }>(
  objects: Iterable<T>,
): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const object of objects) {
    const launch = launchOf(object.international_designator)
    if (launch === undefined) continue
    const group = groups.get(launch)
    if (group) group.push(object)
    else groups.set(launch, [object])
  }
  return groups
}

/** Minimum number of new debris objects from one launch that are reported as a cluster. */
export const LEAST_CLUSTER_PIECES = 10
