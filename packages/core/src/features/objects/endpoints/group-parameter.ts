import * as v from 'valibot'
import { findTleGroup } from '#features/objects/celestrak/tle-groups'
import { objectProblems } from '#features/objects/problems'
import { Problem } from '#kernel/kit/problem'

/** Checks that a named group exists. @throws Problem `group_not_found` */
export function checkGroup({ group }: Readonly<Record<string, unknown>>): void {
  if (typeof group === 'string' && findTleGroup(group) === undefined)
    throw new Problem(objectProblems.group_not_found)
}

/** Schema of the name of a group, with an example. */
export function groupParameter(example: string) {
  return v.pipe(
    v.string(),
    // Normalises the spelling, so that each group is cached once.
    v.transform((name) => findTleGroup(name) ?? name),
    v.string(),
    v.regex(/^[\w-]{1,40}$/),
    v.description('Name of the group: one of /ref/tle-groups, in any case'),
    v.examples([example]),
  )
}
