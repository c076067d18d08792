import { bodies } from './requests/bodies.ts'
import { fields } from './requests/fields.ts'
import type { OddRequest } from './requests/odd-request.ts'
import { requestLines } from './requests/request-line.ts'
import { targets } from './requests/targets.ts'

/** All known malformed or odd requests with their allowed outcomes. */
export const oddRequests: readonly OddRequest[] = [...requestLines, ...targets, ...fields, ...bodies]
