import type { Balance, Portfolio } from '../../../contract/account.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Account according to our ledger, valued at mark. */
export const account = defineInput<{ readonly balance: Balance; readonly portfolio: Portfolio }>({
  kind: 'BOOKS',
  source: 'ledger.account',
  what: 'The account in our ledger',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})
