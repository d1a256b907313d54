/**
 * Parses orders and changes of protection in requests to the instrument's ticks and lots, and reports every invalid
 * field.
 */

import type { AmendRequest, OrderRequest as OrderBody, ProtectionPatch } from '../../../contract/trading.ts'
import { type Decimal, parseDecimal, printDecimal } from '../../core/decimal.ts'
import type { Grid } from '../../core/grid.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { MONEY_SCALE, type Money, toMoney } from '../../domain/account/money.ts'
import { type Instrument, lots, type Ticks, ticks } from '../../domain/market/instrument.ts'
import { isConditional, type ProtectionPlan, type TimeInForce, type Trigger } from '../../domain/order/order.ts'
import type { AmendedTerms, OrderRequest, ProtectionChange } from '../../engine/model/events.ts'
import type { ProblemDetails } from '../answers/problems.ts'

/** Converts an order that has passed its schema to ticks and lots, or returns all its faults. */
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

/** Returns the fields that do not belong to this order type, and the missing ones. */
const misfits = (body: OrderBody): FieldFault[] => {
  const { type, reduceOnly } = body
  const rules: readonly (readonly [broken: boolean, pointer: string, code: FieldFault['code'], detail: string])[] = [
    [body.qty === undefined && body.notional === undefined, '/qty', 'MISSING', 'is missing: specify qty or notional'],
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

/** Parses a trigger below `pointer`; by mark price unless specified otherwise. */
const parseTrigger = (
  instrument: Instrument,
  pointer: string,
  { triggerPrice, triggerBy = 'MARK' }: TriggerBody,
): Result<Trigger, FieldFault> => {
  const price = parsePrice(instrument, `${pointer}/triggerPrice`, triggerPrice)
  return price.ok ? ok({ price: price.value, by: triggerBy }) : price
}

/** Maximum notional of an order. */
const NOTIONAL_MAX = 10n ** BigInt(12 + MONEY_SCALE)

/** Parses a positive whole number of grid steps, or describes what is wrong with the text. */
export const parseSteps = (grid: Grid, pointer: string, text: string): Result<number, FieldFault> => {
  const value = positive(pointer, text)
  if (!value.ok) return value
  const steps = grid.parse(text)
  if (steps !== undefined) return ok(steps)
  if (isTooLarge(value.value, grid.step)) return tooLarge(pointer, printDecimal(grid.step))
  return err({ pointer, code: 'OFF_GRID', detail: `must be a whole multiple of ${printDecimal(grid.step)}` })
}

/** Parses a positive amount of USDT. */
const parseAmount = (pointer: string, text: string): Result<Money, FieldFault> => {
  const value = positive(pointer, text)
  if (!value.ok) return value
  const money = toMoney(value.value)
  if (money > NOTIONAL_MAX) return err({ pointer, code: 'TOO_LARGE', detail: 'must be at most 1000000000000' })
  if (isWhole(value.value, money)) return ok(money)
  return err({ pointer, code: 'OFF_GRID', detail: `must have at most ${MONEY_SCALE} decimals` })
}

const positive = (pointer: string, text: string): Result<Decimal, FieldFault> => {
  const value = parseDecimal(text)
  if (value.ok && value.value.units > 0n) return value
  if (value.ok || text.startsWith('-'))
    return err({ pointer, code: 'NOT_POSITIVE', detail: 'must be greater than zero' })
  return err({ pointer, code: 'TOO_LARGE', detail: 'is too large' })
}

const isTooLarge = ({ units, scale }: Decimal, step: Decimal): boolean =>
  units * 10n ** BigInt(step.scale) > BigInt(Number.MAX_SAFE_INTEGER) * step.units * 10n ** BigInt(scale)

const tooLarge = (pointer: string, step: string): Result<never, FieldFault> =>
  err({ pointer, code: 'TOO_LARGE', detail: `must be at most ${Number.MAX_SAFE_INTEGER} steps of ${step}` })

const isWhole = ({ units, scale }: Decimal, money: Money): boolean =>
  scale <= MONEY_SCALE || units === money * 10n ** BigInt(scale - MONEY_SCALE)

/** A fault in a field of a body, and the violated requirement. */
export interface FieldFault {
  /** JSON pointer (RFC 6901). */
  readonly pointer: string
  readonly code: 'OFF_GRID' | 'NOT_POSITIVE' | 'MISSING' | 'NOT_ALLOWED' | 'TOO_LARGE'
  readonly detail: string
}

/** Returns all faults of a body as one `invalid-parameter` problem. */
export const bodyFaults = (faults: readonly FieldFault[]): ProblemDetails => ({
  detail: `${faults.map(({ pointer, detail }) => `body ${pointer} ${detail}`).join('; ')}.`,
  members: { errors: faults.map((fault) => ({ in: 'body', ...fault })) },
})

type Patch = ProtectionPatch['stopLoss']

/** Converts the amended terms of an order to ticks and lots, or returns all their faults. */
export const parseAmendment = (
  { price, triggerPrice, qty }: AmendRequest,
  instrument: Instrument,
): Result<AmendedTerms, readonly FieldFault[]> => {
  const faults: FieldFault[] = []
  const take = (grid: Grid, pointer: string, text: string | undefined): number | null => {
    if (text === undefined) return null
    const steps = parseSteps(grid, pointer, text)
    if (steps.ok) return steps.value
    faults.push(steps.error)
    return null
  }
  const at = (pointer: string, text: string | undefined): Ticks | null => {
    const steps = take(instrument.price, pointer, text)
    return steps === null ? null : ticks(steps)
  }
  const steps = take(instrument.quantity, '/qty', qty)
  const amended = {
    price: at('/price', price),
    triggerPrice: at('/triggerPrice', triggerPrice),
    quantity: steps === null ? null : lots(steps),
  }
  return faults.length > 0 ? err(faults) : ok(amended)
}

/** Applies a merge patch to a plan; each price is retained, removed or replaced. */
export const parseProtection = (
  body: ProtectionPatch,
  plan: ProtectionPlan,
  instrument: Instrument,
): Result<ProtectionChange, readonly FieldFault[]> => {
  const stopLoss = merged(instrument, '/stopLoss', { patch: body.stopLoss, present: plan.stopLoss })
  const takeProfit = merged(instrument, '/takeProfit', { patch: body.takeProfit, present: plan.takeProfit })
  if (stopLoss.ok && takeProfit.ok) return ok({ stopLoss: stopLoss.value, takeProfit: takeProfit.value })
  return err([stopLoss, takeProfit].flatMap((part) => (part.ok ? [] : [part.error])))
}

interface Part {
  readonly patch: Patch
  readonly present: Trigger | null
}

const merged = (
  instrument: Instrument,
  pointer: string,
  { patch, present }: Part,
): Result<Trigger | null | undefined, FieldFault> => {
  if (patch === undefined || patch === null) return ok(patch)
  const triggerBy = patch.triggerBy ?? present?.by ?? 'MARK'
  const { triggerPrice } = patch
  if (triggerPrice !== undefined) return parseTrigger(instrument, pointer, { triggerPrice, triggerBy })
  if (present) return ok({ price: present.price, by: triggerBy })
  return err({ pointer: `${pointer}/triggerPrice`, code: 'MISSING', detail: 'is required: none is set yet' })
}
