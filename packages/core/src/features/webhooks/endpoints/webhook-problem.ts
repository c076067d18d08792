import { webhookProblems } from '#features/webhooks/problems'
import {
  InvalidOptionError,
  ReceiverRefusedError,
  ReceiverUnreachableError,
  WebhookRejectedError,
} from '#kernel/kit/errors'
import { Problem, type ProblemName } from '#kernel/kit/problem'

/** Throws the problem that clients receive for an error of an operation on webhooks. */
export function toWebhookProblem(error: unknown): never {
  const problem = problemOf(error)
  if (!problem) throw error
  throw new Problem(problem, { message: toSentence((error as Error).message), cause: error })
}

function problemOf(error: unknown): ProblemName | undefined {
  if (error instanceof InvalidOptionError) return 'invalid_body'
  if (error instanceof ReceiverRefusedError || error instanceof ReceiverUnreachableError)
    return webhookProblems.receiver_refused
  if (!(error instanceof WebhookRejectedError)) return undefined
  return REASONS[error.reason]
}

const REASONS = {
  limit: webhookProblems.webhook_limit_reached,
  receiver: webhookProblems.receiver_refused,
  disabled: webhookProblems.webhook_disabled,
  reused: 'idempotency_key_reused',
} as const satisfies Record<WebhookRejectedError['reason'], ProblemName>

/** Returns the message of an error for clients, with the field names of the API. */
function toSentence(message: string): string {
  const [, field, expected] = /^(\w+): (.*)$/s.exec(message) ?? []
  const text = field
    ? `Invalid ${field}: ${expected}`
    : message.replace(/^[a-z]/, (first) => first.toUpperCase())
  const renamed = text.replace(/\b[a-z]+(?:[A-Z][a-z]*)+\b/g, toSnakeCase)
  return /[.!?]$/.test(renamed) ? renamed : `${renamed}.`
}

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
