import { objectProblems } from '#features/objects/problems'
import { Problem } from '#kernel/kit/problem'

/** Returns the problem for an object without cached elements, with a hint. */
export function notHeld(): Problem {
  return new Problem(objectProblems.object_not_found, {
    message:
      'No elements of this object are cached, or they have no position. Elements of objects other than ' +
      'active satellites are cached for an hour after a request for /v1/objects/{norad_id}.',
  })
}
