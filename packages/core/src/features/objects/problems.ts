import { problemTypes } from '#kernel/kit/problem'

/** Errors about objects and their elements. */
export const objectProblems = problemTypes({
  elements_not_kept: {
    status: 404,
    message: 'No catalogue is kept yet. The operator can enable this with serve --keep-catalogues 365.',
  },
  object_not_found: { status: 404, message: 'No element set is published for this catalogue number.' },
  group_not_found: { status: 404, message: 'Unknown TLE group. See /ref/tle-groups for all groups.' },
})
