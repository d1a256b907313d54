import type { Ticks } from '../../market/instrument.ts'
import { isConditional, isCrossed, type OrderTerms, priceBy, type TriggerBy, waitsForRise } from '../../order/order.ts'
import type { Constitution } from '../constitution.ts'
import { byItself, gateWithLimits, increases, type Observation } from '../gate.ts'
import { judge } from '../observation.ts'
import { above, upTo } from '../probes/cases.ts'
import type { RiskView } from '../risk-view.ts'
import { collarBps } from '../setting-rule.ts'

const TICKS_PER_BP = 100

/**
 * Checks that a price is near the mark price. A LIMIT order may rest ten times as far on its passive side, where a
 * mistake costs nothing; a trigger may be at any distance, but not at a price the market has already passed. For
 * reduce-only orders, the reading is only recorded: the exchange may know a newer price, and ours must not block
 * protection.
 */
export const priceCollar = gateWithLimits({
  id: 'G10',
  code: 'PRICE_COLLAR',
  kind: 'S',
  label: 'price collar',
  remedy: byItself(
    'The price must be within the collar around the mark price, and a trigger must not fire immediately.',
  ),
  limits: {
    'limits.limitCollarBps': {
      default: 100,
      allowed: collarBps,
      title: 'Distance of a LIMIT order beyond the mark price',
      unit: 'bps',
      bound: 'at most',
      probe: {
        steps: upTo(TICKS_PER_BP),
        createCase: (distance, constitution) => above(constitution, distance, 'LIMIT'),
      },
    },
    'limits.marketCollarBps': {
      default: 100,
      allowed: collarBps,
      title: 'Maximum distance of the fills of a MARKET order from the mark price',
      unit: 'bps',
      bound: 'at most',
      probe: {
        steps: upTo(TICKS_PER_BP),
        createCase: (distance, constitution) => above(constitution, distance, 'MARKET'),
      },
    },
    'limits.closingCollarBps': {
      default: 500,
      allowed: collarBps,
      title: 'Distance of a reducing order from the mark price',
      unit: 'bps',
      bound: 'at most',
      probe: null,
    },
  },
  enforces: increases,
  read: ({ terms }, view) => {
    const { mark } = view
    if (mark === null || !(mark > 0)) return notObserved('the mark price is not known: wait for market data')
    if (isConditional(terms)) return triggerReading(terms, { ...view, mark })
    if (terms.price === null)
      return notObserved('the order has no price: specify a price, or the collar of a MARKET order')
    const reading = collarReading(terms, terms.price, { mark, limits: view.constitution.limits })
    return reading.pass ? (beyondVenueLimits(terms, terms.price, view) ?? reading) : reading
  },
})

const PASSIVE_TIMES = 10
const BPS = 10_000

const notObserved = (detail: string): Observation => ({ pass: false, observed: null, limit: null, unit: 'bps', detail })

/** Distance in basis points, rounded up to a hundredth so that a value just beyond a limit never reads as the limit. */
const bpsBetween = (price: Ticks, mark: Ticks): number => Math.ceil((Math.abs(price - mark) * BPS * 100) / mark) / 100

const isPositive = (price: Ticks): boolean => Number.isSafeInteger(price) && price > 0

const PRICE_NAMES: Readonly<Record<TriggerBy, string>> = { MARK: 'mark', LAST: 'last', INDEX: 'index' }

const triggerReading = (terms: OrderTerms, view: RiskView & { readonly mark: Ticks }): Observation => {
  const { trigger, type, side } = terms
  const { mark, instrument } = view
  if (trigger === null || !isPositive(trigger.price))
    return notObserved('the order has no positive trigger price: specify one')
  const name = PRICE_NAMES[trigger.by]
  const price = priceBy(view, trigger.by)
  if (price === null) return notObserved(`the ${name} price is not known: use the mark price as trigger`)
  if (isCrossed(terms, price)) {
    return judge(
      {
        what: `the trigger of a ${type} order to ${side.toLowerCase()}`,
        observed: instrument.price.print(trigger.price),
        bound: waitsForRise(terms) ? 'more than' : 'less than',
        limit: instrument.price.print(price),
        unit: 'USDT',
        remedy: `the ${name} price has already reached it, so the order would fire immediately; move the trigger or use a market order`,
      },
      false,
    )
  }
  const observed = bpsBetween(trigger.price, mark)
  const detail = `the trigger is ${observed} bps from the mark; any distance is allowed for a trigger`
  return { pass: true, observed, limit: null, unit: 'bps', detail }
}

type CollarSetting = 'limitCollarBps' | 'marketCollarBps' | 'closingCollarBps'

const settingFor = ({ reduceOnly, type }: OrderTerms): CollarSetting =>
  reduceOnly ? 'closingCollarBps' : type === 'MARKET' ? 'marketCollarBps' : 'limitCollarBps'

const isPassive = ({ side, type }: OrderTerms, price: Ticks, mark: Ticks): boolean =>
  type === 'LIMIT' && (side === 'BUY' ? price < mark : price > mark)

const collarReading = (
  terms: OrderTerms,
  price: Ticks,
  { mark, limits }: { readonly mark: Ticks; readonly limits: Constitution['limits'] },
): Observation => {
  const setting = settingFor(terms)
  const collar = limits[setting]
  const limit = collar !== null && isPassive(terms, price, mark) ? PASSIVE_TIMES * collar : collar
  return judge(
    {
      what: 'the distance of the price from the mark',
      observed: bpsBetween(price, mark),
      bound: 'at most',
      limit,
      unit: 'bps',
      setting: `limits.${setting}`,
      remedy: 'choose a price closer to the mark price',
    },
    limit !== null && Math.abs(price - mark) * BPS <= limit * mark,
  )
}

/** Exchanges set a ceiling for buys and a floor for sells. */
const beyondVenueLimits = (
  { side }: OrderTerms,
  price: Ticks,
  { venuePriceLimits, instrument }: RiskView,
): Observation | undefined => {
  if (venuePriceLimits === null) return undefined
  const { lowest, highest } = venuePriceLimits
  if (side === 'BUY' ? price <= highest : price >= lowest) return undefined
  return judge(
    {
      what: `the price of an order to ${side.toLowerCase()}`,
      observed: instrument.price.print(price),
      bound: side === 'BUY' ? 'at most' : 'at least',
      limit: instrument.price.print(side === 'BUY' ? highest : lowest),
      unit: 'USDT',
      remedy: 'choose a price that the exchange accepts',
    },
    false,
  )
}
