import { Problem } from '#kit/problem'

/** Says why there is nothing of an object, and what to do. */
export function notHeld(): Problem {
  return new Problem('object_not_found', {
    message:
      'No elements of this object are held, or they give no position. Those of objects that are no active ' +
      'satellites are held for an hour after a request for /v1/objects/{norad_id}.',
  })
}
