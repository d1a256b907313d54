import type { Balance, Portfolio } from '../../../contract/account.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** The account by our books, valued at mark. */
export const account = defineInput<{ readonly balance: Balance; readonly portfolio: Portfolio }>({
  kind: 'BOOKS',
  source: 'ledger.account',
  what: 'The account by our books',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})
