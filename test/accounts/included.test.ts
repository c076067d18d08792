import { expect, test } from 'vitest'
import { assertIncluded } from '../../packages/core/src/kernel/accounts/quota/included.ts'
import { tiersOf } from '../../packages/core/src/kernel/accounts/quota/tiers.ts'
import { Problem } from '../../packages/core/src/kernel/kit/problem.ts'

const refusal = (...[isIncludedIn, tier, tiers]: Parameters<typeof assertIncluded>) => {
  try {
    assertIncluded(isIncludedIn, tier, tiers)
  } catch (error) {
    return error instanceof Problem ? [error.code, error.message] : error
  }
  return undefined
}

test('a tier that includes a path passes; of others the message names those that do', () => {
  const table = tiersOf()
  const hasDebris = ({ debrisProducts }: { debrisProducts: boolean }) => debrisProducts
  expect(refusal(hasDebris, 'shell_basic', table)).toBeUndefined()
  expect(refusal(hasDebris, 'enterprise', table)).toBeUndefined()
  expect(refusal(hasDebris, 'pro', table)).toEqual([
    'tier_required',
    'The tier of this key, pro, does not include this path. ' +
      'It requires shell_basic, shell_pro or enterprise. See /ref/tiers.',
  ])
  expect(refusal(({ customShells }) => customShells > 20, 'free', table)).toEqual([
    'tier_required',
    'The tier of this key, free, does not include this path. No tier includes it. See /ref/tiers.',
  ])
})

test('a key of a tier that is gone has what free has, and a changed tier counts at once', () => {
  const webhooks = ({ webhooks }: { webhooks: number }) => webhooks > 0
  expect(refusal(webhooks, 'gone', tiersOf())).toContain('tier_required')
  expect(refusal(webhooks, 'hobby', tiersOf({ hobby: { webhooks: 1 } }))).toBeUndefined()
})
