import { problemTypes } from '#kernel/kit/problem'

/** Errors about custom shells. */
export const customShellProblems = problemTypes({
  custom_shell_not_found: {
    status: 404,
    message: 'This account has no custom shell with this id. See GET /v1/shells.',
  },
  custom_shell_limit_reached: {
    status: 409,
    message: 'This account has reached the number of custom shells in its tier. Delete one first.',
  },
})
