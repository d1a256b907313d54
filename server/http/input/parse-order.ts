import type { OrderRequest as OrderBody } from '../../../contract/trading.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { type Instrument, lots, type Ticks, ticks } from '../../domain/market/instrument.ts'
import { isConditional, type TimeInForce, type Trigger } from '../../domain/order/order.ts'
import type { OrderRequest } from '../../engine/model/events.ts'
import type { FieldFault } from './field-fault.ts'
import { parseAmount, parseSteps } from './parse-size.ts'

/** A body that has passed its schema, in the instrument's ticks and lots; or every fault it still has. */
export const parseOrder = (body: OrderBody, instrument: Instrument): Result<OrderRequest, readonly FieldFault[]> => {
  const faults: FieldFault[] = misfits(body)
  const take = <T>(result: Result<T, FieldFault> | undefined): T | null => {
    if (result === undefined) return null
    if (result.ok) return result.value
    faults.push(result.error)
    return null
  }
  const size = take(parseSize(body, instrument))
  const price = take(body.price === undefined ? undefined : parsePrice(instrument, '/price', body.price))
  const trigger = take(parseOwnTrigger(body, instrument))
  const stopLoss = take(body.stopLoss && parseTrigger(instrument, '/stopLoss', body.stopLoss))
  const takeProfit = take(body.takeProfit && parseTrigger(instrument, '/takeProfit', body.takeProfit))
  if (faults.length > 0 || size === null) return err(faults)
  const { symbol, side, type, reduceOnly, maxSlippageBps = null, clientOrderId = null } = body
  const timeInForce = resolveTimeInForce(body)
  const bounds = { price, trigger, timeInForce, stopLoss, takeProfit, maxSlippageBps }
  return ok({ symbol, side, type, size, reduceOnly, clientOrderId, ...bounds })
}

const resolveTimeInForce = ({ type, timeInForce }: OrderBody): TimeInForce =>
  timeInForce ?? (type === 'MARKET' ? 'IOC' : 'GTC')

/** Fields that do not belong to this type of order, and those it lacks. */
const misfits = (body: OrderBody): FieldFault[] => {
  const { type, reduceOnly } = body
  const rules: readonly (readonly [broken: boolean, pointer: string, code: FieldFault['code'], detail: string])[] = [
    [body.qty === undefined && body.notional === undefined, '/qty', 'MISSING', 'is missing: give qty or notional'],
    [
      body.qty !== undefined && body.notional !== undefined,
      '/notional',
      'NOT_ALLOWED',
      'is not allowed together with qty',
    ],
    [type === 'LIMIT' && body.price === undefined, '/price', 'MISSING', 'is missing: a LIMIT order needs it'],
    [type !== 'LIMIT' && body.price !== undefined, '/price', 'NOT_ALLOWED', `is not allowed for ${type} orders`],
    [
      isConditional(body) && body.triggerPrice === undefined,
      '/triggerPrice',
      'MISSING',
      `is missing: a ${type} order needs it`,
    ],
    [
      !isConditional(body) && body.triggerPrice !== undefined,
      '/triggerPrice',
      'NOT_ALLOWED',
      `is not allowed for ${type} orders`,
    ],
    [
      !isConditional(body) && body.triggerBy !== undefined,
      '/triggerBy',
      'NOT_ALLOWED',
      `is not allowed for ${type} orders`,
    ],
    [
      !ALLOWED_TIME_IN_FORCE[type].includes(resolveTimeInForce(body)),
      '/timeInForce',
      'NOT_ALLOWED',
      `must be one of ${ALLOWED_TIME_IN_FORCE[type].join(', ')} for ${type} orders`,
    ],
    [
      reduceOnly && body.stopLoss !== undefined,
      '/stopLoss',
      'NOT_ALLOWED',
      'is not allowed for an order that only reduces',
    ],
    [
      reduceOnly && body.takeProfit !== undefined,
      '/takeProfit',
      'NOT_ALLOWED',
      'is not allowed for an order that only reduces',
    ],
    [type !== 'MARKET' && body.maxSlippageBps !== undefined, '/maxSlippageBps', 'NOT_ALLOWED', 'is for MARKET orders'],
  ]
  return rules.filter(([broken]) => broken).map(([, pointer, code, detail]) => ({ pointer, code, detail }))
}

const ALLOWED_TIME_IN_FORCE: Record<OrderBody['type'], readonly TimeInForce[]> = {
  MARKET: ['IOC'],
  LIMIT: ['GTC', 'IOC', 'FOK', 'POST_ONLY'],
  STOP_MARKET: ['GTC'],
  TAKE_PROFIT_MARKET: ['GTC'],
}

const parseSize = (
  { qty, notional }: OrderBody,
  instrument: Instrument,
): Result<OrderRequest['size'], FieldFault> | undefined => {
  if (qty !== undefined) {
    const steps = parseSteps(instrument.quantity, '/qty', qty)
    return steps.ok ? ok({ quantity: lots(steps.value) }) : steps
  }
  if (notional === undefined) return undefined
  const money = parseAmount('/notional', notional)
  return money.ok ? ok({ notional: money.value }) : money
}

const parsePrice = (instrument: Instrument, pointer: string, text: string): Result<Ticks, FieldFault> => {
  const steps = parseSteps(instrument.price, pointer, text)
  return steps.ok ? ok(ticks(steps.value)) : steps
}

type OwnTrigger = Pick<OrderBody, 'triggerPrice' | 'triggerBy'>

const parseOwnTrigger = ({ triggerPrice, triggerBy = 'MARK' }: OwnTrigger, instrument: Instrument) =>
  triggerPrice === undefined ? undefined : parseTrigger(instrument, '', { triggerPrice, triggerBy })

interface TriggerBody {
  readonly triggerPrice: string
  readonly triggerBy?: Trigger['by']
}

/** A trigger below `pointer`; triggered by the mark price unless specified otherwise. */
export const parseTrigger = (
  instrument: Instrument,
  pointer: string,
  { triggerPrice, triggerBy = 'MARK' }: TriggerBody,
): Result<Trigger, FieldFault> => {
  const price = parsePrice(instrument, `${pointer}/triggerPrice`, triggerPrice)
  return price.ok ? ok({ price: price.value, by: triggerBy }) : price
}
