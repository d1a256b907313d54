import { describe, expect, it } from 'vitest'
import { TRADING_KEY } from '../../../test/support/key-permissions-sample.ts'
import { DAY_MS } from '../../core/instant.ts'
import type { KeyPermissions } from './account.ts'
import { judgeKey } from './key-permissions.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 12)
const LIMITS = { nowMs: NOW_MS, expiryDays: 30 }

const judge = (permissions: Partial<KeyPermissions>): string[] =>
  judgeKey({ ...TRADING_KEY, ...permissions }, LIMITS).flatMap(({ requirement, result, blocksTrading }) =>
    result === 'MET' ? [] : [`${requirement} ${result}${blocksTrading ? ' blocks' : ''}`],
  )

describe('a key', () => {
  it.each<[Partial<KeyPermissions>, string[]]>([
    [{}, []],
    [{ trade: false }, ['TRADE BROKEN blocks']],
    [{ trade: null }, ['TRADE NOT_REPORTED blocks']],
    [{ withdraw: true }, ['NO_WITHDRAWALS BROKEN blocks']],
    [{ withdraw: null }, ['NO_WITHDRAWALS NOT_REPORTED blocks']],
    [{ transfer: true }, ['NO_TRANSFERS BROKEN blocks']],
    [{ transfer: null }, ['NO_TRANSFERS NOT_REPORTED']],
    [{ boundToAddresses: false }, ['ADDRESS BROKEN']],
    [{ boundToAddresses: null }, ['ADDRESS NOT_REPORTED']],
    [{ expiresAtMs: NOW_MS + 30 * DAY_MS }, []],
    [{ expiresAtMs: NOW_MS + 30 * DAY_MS - 1 }, ['EXPIRY BROKEN']],
    [{ expiresAtMs: NOW_MS }, ['EXPIRY BROKEN blocks']],
    [{ withdraw: true, boundToAddresses: null }, ['NO_WITHDRAWALS BROKEN blocks', 'ADDRESS NOT_REPORTED']],
  ])('with %o has the findings %o', (permissions, findings) => {
    expect(judge(permissions)).toEqual(findings)
  })
})
