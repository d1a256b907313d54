import type { Balance, Portfolio } from '../../../contract/account.ts'
import { atOnce, inputOf } from '../input.ts'

/** The account by our books, valued at mark. */
export const account = inputOf<{ readonly balance: Balance; readonly portfolio: Portfolio }>({
  kind: 'BOOKS',
  source: 'ledger.account',
  what: 'The account by our books',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})
