import type { Money } from '../../domain/account/money.ts'
import { liquidationPrice } from '../../domain/margin/liquidation.ts'
import type { Instrument } from '../../domain/market/instrument.ts'
import type { EngineState } from '../turn.ts'
import { otherMaintenance } from './exposure.ts'

/** Where a position of this signed quantity and cost would be liquidated, beside the others as they are. */
export const liquidationAt = (
  state: EngineState,
  instrument: Instrument,
  position: { readonly quantity: number; readonly cost: Money },
): Money | null => {
  const { ledger, rules } = state
  const others = otherMaintenance(state, rules.brackets, instrument.symbol)
  return liquidationPrice({
    instrument,
    brackets: rules.brackets(instrument.symbol),
    ...position,
    walletBalance: ledger.account.walletBalance,
    otherMaintenance: others.maintenance,
    otherUnrealized: others.unrealized,
  })
}
