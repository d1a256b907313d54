import { type Instant, MINUTE_MS } from '../../../../core/instant.ts'
import { ok } from '../../../../core/result.ts'
import type { ExchangeId } from '../../../../domain/market/exchange-id.ts'
import { askTime } from '../ask-time.ts'
import { type Client, type ClientOptions, openClient } from '../client.ts'
import { dialectOf } from '../dialects/index.ts'
import { orderDialectOf } from '../execution/dialects/index.ts'
import { harmlessWords } from '../harmless-words.ts'
import { createTroubles } from '../troubles.ts'
import {
  inspectMargin,
  inspectMode,
  inspectOrders,
  inspectPermissions,
  inspectPositions,
  inspectWallet,
} from './inspect-account.ts'
import { inspectSymbols } from './inspect-symbols.ts'
import { mapTold, notOffered, type Told, toldBy, unreachable } from './told.ts'

export interface InspectOptions extends Pick<ClientOptions, 'url' | 'practice' | 'keys' | 'monotonic' | 'delay'> {
  readonly id: ExchangeId
  readonly symbols: readonly string[]
  readonly clock: () => Instant
}

const RECV_WINDOW_MS = 5_000

/** Ways to ask an exchange of others; it is reached with the first question. Nothing is ever placed or changed there. */
export const inspectExchange = (options: InspectOptions) => {
  const { reach, leave } = reachOnce(options)
  const asked =
    <T>(ask: (client: Client) => Promise<Told<T>>) =>
    async (): Promise<Told<T>> => {
      const client = await reach()
      return client.ok ? ask(client.value) : client
    }
  const { symbols } = options
  const account = {
    wallet: asked(inspectWallet),
    permissions: asked(inspectPermissions),
    isHedged: asked((client) => inspectMode(client, symbols)),
    margin: asked(inspectMargin),
    orders: asked((client) => inspectOrders(client, symbols)),
    positions: asked((client) => inspectPositions(client, symbols)),
  }
  return {
    clock: asked(async (client) => mapTold(toldBy(await askTime(client, options)), (sample) => sample)),
    symbols: asked((client) => inspectSymbols(client, symbols)),
    stops: asked(async (client) => ok(stopsOf(client))),
    rate: asked(inspectRate),
    account: options.keys === undefined ? null : account,
    close: leave,
  }
}

const reachOnce = ({ id, clock, ...options }: InspectOptions) => {
  let reached: Promise<Told<Client>> | undefined
  const open = async (): Promise<Told<Client>> => {
    const troubles = createTroubles(clock, () => {})
    try {
      const dialect = dialectOf(id)
      return ok(await openClient({ ...options, dialect, clock, troubles, recvWindowMs: RECV_WINDOW_MS }))
    } catch (error) {
      return unreachable(harmlessWords(error))
    }
  }
  return {
    reach(): Promise<Told<Client>> {
      reached ??= open()
      return reached
    },
    async leave(): Promise<void> {
      const client = await reached
      if (client?.ok) await client.value.close()
    },
  }
}

const stopsOf = ({ dialect, rest }: Client) => {
  const order = rest.features?.swap?.linear?.createOrder
  return {
    separate: order?.stopLossPrice === true || order?.triggerPrice === true,
    attached: orderDialectOf(dialect.id).attachesStops,
    byMarkPrice: order?.triggerPriceType?.mark === true,
  }
}

interface RateUse {
  readonly used: number
  readonly limit: number
  readonly windowMs: number
}

/** What the exchange itself has counted within its minute, by the header of its latest answer. */
const inspectRate = async ({ dialect, call }: Client): Promise<Told<RateUse>> => {
  const usedWeightHeader = dialect.limits.published.get('weight')
  if (usedWeightHeader === undefined) return notOffered('it counts each kind of request by itself')
  const called = await call(
    async (rest) => {
      const listed: unknown = await rest.fapiPublicGetExchangeInfo()
      return { listed, headers: rest.last_response_headers ?? {} }
    },
    { urgency: 'ACCOUNT' },
  )
  return mapTold(toldBy(called), ({ listed, headers }) => {
    const [, used] = Object.entries(headers).find(([name]) => name.toLowerCase() === usedWeightHeader) ?? []
    const limit = weightLimitIn(listed)
    return used === undefined || limit === undefined ? undefined : { used: Number(used), limit, windowMs: MINUTE_MS }
  })
}

/** {"rateLimits":[{"rateLimitType":"REQUEST_WEIGHT","interval":"MINUTE","intervalNum":1,"limit":2400},…],…} */
const weightLimitIn = (listed: unknown): number | undefined => {
  const { rateLimits } = Object(listed) as { readonly rateLimits?: unknown }
  const rows: readonly Readonly<Record<string, unknown>>[] = Array.isArray(rateLimits) ? rateLimits.map(Object) : []
  const limit = Number(rows.find(({ rateLimitType }) => rateLimitType === 'REQUEST_WEIGHT')?.limit)
  return limit > 0 ? limit : undefined
}
