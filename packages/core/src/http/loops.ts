import type { Answer, Ask } from '#declare/ask'
import { refusalAnswer } from '#http/refusal'
import { hasBeenHere } from '#mirror/loop'
import type { Soon } from '#soon'

/** The pipeline of a mirror: a request that has been here before is refused, before it can set out again (RFC 8586). */
export function withoutLoops(
  identity: () => Promise<string>,
  answer: (ask: Ask) => Soon<Answer>,
): (ask: Ask) => Soon<Answer> {
  return (ask) => {
    const loop = ask.header('cdn-loop')
    if (loop === null) return answer(ask)
    return identity().then((name) =>
      hasBeenHere(loop, name) ? refusalAnswer('loop', ask.method) : answer(ask),
    )
  }
}
