import { type Instant, MINUTE_MS } from '../../../../core/instant.ts'
import { ok } from '../../../../core/result.ts'
import type { ExchangeId } from '../../../../domain/market/exchanges.ts'
import { type Client, type ClientOptions, openClient } from '../client.ts'
import { getDialect } from '../exchanges/index.ts'
import { redactError } from '../redact-error.ts'
import { requestTime } from '../request-time.ts'
import { createTroubles } from '../troubles.ts'
import { type FactResult, mapFactResult, notOffered, toFactResult, unreachable } from './fact-result.ts'
import {
  inspectMargin,
  inspectMode,
  inspectOrders,
  inspectPermissions,
  inspectPositions,
  inspectWallet,
} from './inspect-account.ts'
import { inspectSymbols } from './inspect-symbols.ts'

/**
 * Creates the read-only queries of an external exchange for the checks before trading: clock, symbols, stop orders,
 * rate limit, and with keys the account. It connects with the first query.
 */
export const inspectExchange = (options: InspectOptions) => {
  const { reach, leave } = reachOnce(options)
  const withClient =
    <T>(query: (client: Client) => Promise<FactResult<T>>) =>
    async (): Promise<FactResult<T>> => {
      const client = await reach()
      return client.ok ? query(client.value) : client
    }
  const { symbols } = options
  const account = {
    wallet: withClient(inspectWallet),
    permissions: withClient(inspectPermissions),
    isHedged: withClient((client) => inspectMode(client, symbols)),
    margin: withClient(inspectMargin),
    orders: withClient((client) => inspectOrders(client, symbols)),
    positions: withClient((client) => inspectPositions(client, symbols)),
  }
  return {
    clock: withClient(async (client) =>
      mapFactResult(toFactResult(await requestTime(client, options)), (sample) => sample),
    ),
    symbols: withClient((client) => inspectSymbols(client, symbols)),
    stops: withClient(async (client) => ok(readStopFeatures(client))),
    rate: withClient(inspectRate),
    account: options.keys === undefined ? null : account,
    close: leave,
  }
}

export interface InspectOptions extends Pick<ClientOptions, 'url' | 'practice' | 'keys' | 'monotonic' | 'delay'> {
  readonly id: ExchangeId
  readonly symbols: readonly string[]
  readonly clock: () => Instant
}

const RECV_WINDOW_MS = 5_000

const reachOnce = ({ id, clock, ...options }: InspectOptions) => {
  let reached: Promise<FactResult<Client>> | undefined
  const open = async (): Promise<FactResult<Client>> => {
    const troubles = createTroubles(clock, () => {})
    try {
      const dialect = getDialect(id)
      return ok(await openClient({ ...options, dialect, clock, troubles, recvWindowMs: RECV_WINDOW_MS }))
    } catch (error) {
      return unreachable(redactError(error))
    }
  }
  return {
    reach(): Promise<FactResult<Client>> {
      reached ??= open()
      return reached
    },
    async leave(): Promise<void> {
      const client = await reached
      if (client?.ok) await client.value.close()
    },
  }
}

const readStopFeatures = ({ dialect, rest }: Client) => {
  const order = rest.features?.swap?.linear?.createOrder
  return {
    separate: order?.stopLossPrice === true || order?.triggerPrice === true,
    attached: dialect.orders.attachesStops,
    byMarkPrice: order?.triggerPriceType?.mark === true,
  }
}

interface RateUse {
  readonly used: number
  readonly limit: number
  readonly windowMs: number
}

/** Queries the exchange's own request count for the current minute, from its response headers. */
const inspectRate = async ({ dialect, call }: Client): Promise<FactResult<RateUse>> => {
  const { published, weightLimit } = dialect.limits
  const usedWeightHeader = published.get('weight')
  if (usedWeightHeader === undefined || weightLimit === undefined)
    return notOffered('it counts each kind of request separately')
  const called = await call(
    async (rest) => ({ limit: await weightLimit(rest), headers: rest.last_response_headers ?? {} }),
    { urgency: 'ACCOUNT' },
  )
  return mapFactResult(toFactResult(called), ({ limit, headers }) => {
    const [, used] = Object.entries(headers).find(([name]) => name.toLowerCase() === usedWeightHeader) ?? []
    return used === undefined || limit === undefined ? undefined : { used: Number(used), limit, windowMs: MINUTE_MS }
  })
}
