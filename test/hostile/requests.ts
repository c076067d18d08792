import { bodies } from './requests/bodies.ts'
import { fields } from './requests/fields.ts'
import type { OddRequest } from './requests/odd-request.ts'
import { requestLines } from './requests/request-line.ts'
import { targets } from './requests/targets.ts'

/** Every malformed or odd request that we know of, with what may come of it. */
export const oddRequests: readonly OddRequest[] = [...requestLines, ...targets, ...fields, ...bodies]
