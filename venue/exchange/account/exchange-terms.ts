import { lots } from '../../../server/domain/market/instrument.ts'
import type { OrderTerms, TimeInForce, TriggerBy } from '../../../server/domain/order/order.ts'
import type { WireOrderTerms, WireTimeInForce } from './wire-record.ts'
import type { WorkingType } from './working-type.ts'

/** More than any position: what of it may trade is decided when it is set off. */
const EVERYTHING = lots(1_000_000_000_000_000)

/** Returns whether a conditional order closes the whole position, whatever its size. */
export const closesAll = ({ quantity }: Pick<OrderTerms, 'quantity'>): boolean => quantity === EVERYTHING

const IN_FORCE: Readonly<Record<WireTimeInForce, TimeInForce>> = {
  GTC: 'GTC',
  IOC: 'IOC',
  FOK: 'FOK',
  GTX: 'POST_ONLY',
}

const TRIGGERED_BY: Readonly<Record<WorkingType, TriggerBy>> = {
  MARK_PRICE: 'MARK',
  CONTRACT_PRICE: 'LAST',
  INDEX_PRICE: 'INDEX',
}

/** Translates the client's terms into those of the exchange behind the wire. */
export const toExchangeTerms = (requested: WireOrderTerms): OrderTerms => {
  const { symbol, side, type, price, triggerPrice, workingType, closePosition } = requested
  return {
    symbol,
    side,
    type,
    price,
    quantity: closePosition ? EVERYTHING : requested.quantity,
    trigger: triggerPrice === null ? null : { price: triggerPrice, by: TRIGGERED_BY[workingType] },
    timeInForce: IN_FORCE[requested.timeInForce],
    reduceOnly: requested.reduceOnly || closePosition,
  }
}
