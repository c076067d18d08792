import type { Answer, Ask } from '#declare/ask'
import { refusalAnswer } from '#http/refusal'
import { hasBeenHere, isTooMuch } from '#mirror/loop'
import type { Soon } from '#soon'

/**
 * The pipeline of a mirror: a request that has been here before, or at too many others, is refused before it can set out
 * again (RFC 8586), and before others wait for what comes of it.
 */
export function withoutLoops(
  identity: () => Promise<string>,
  answer: (ask: Ask) => Soon<Answer>,
): (ask: Ask) => Soon<Answer> {
  return (ask) => {
    const loop = ask.header('cdn-loop')
    if (loop === null) return answer(ask)
    if (isTooMuch(loop)) return refusalAnswer('loop', ask.method)
    return identity().then((name) =>
      hasBeenHere(loop, name) ? refusalAnswer('loop', ask.method) : answer(ask),
    )
  }
}
