import type { Money } from '../../domain/account/money.ts'
import { liquidationPrice } from '../../domain/margin/liquidation.ts'
import type { Instrument } from '../../domain/market/instrument.ts'
import type { EngineState, Rules } from '../state/turn.ts'
import { otherMaintenance } from './exposure.ts'

/** The parts of the engine state that the calculation needs. */
type Books = Pick<EngineState, 'ledger' | 'market'> & { readonly rules: Pick<Rules, 'brackets'> }

/** Returns the liquidation price of a position of this signed quantity and cost, with the others unchanged. */
export const liquidationAt = (
  books: Books,
  instrument: Instrument,
  position: { readonly quantity: number; readonly cost: Money },
): Money | null => {
  const { ledger, rules } = books
  const others = otherMaintenance(books, rules.brackets, instrument.symbol)
  return liquidationPrice({
    instrument,
    brackets: rules.brackets(instrument.symbol),
    ...position,
    walletBalance: ledger.account.walletBalance,
    otherMaintenance: others.maintenance,
    otherUnrealized: others.unrealized,
  })
}
