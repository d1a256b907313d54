import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { ChildServer } from '../../../bench/child.ts'
import { median, percentile } from '../../../bench/measure.ts'
import { openSharedServers, type SharedServers } from '../../../bench/shared-servers.ts'
import type { ChannelMessage } from '../../../contract/stream/answers.ts'
import type { OrdersData } from '../../../contract/stream/channel-data.ts'
import { DAY_MS, MINUTE_MS } from '../../../server/core/instant.ts'
import { callHost } from '../../../server/host/call-host.ts'
import { getSocketPath } from '../../../server/host/socket.ts'
import type { HostToken } from '../../../server/host/user-verbs.ts'
import { call } from '../../support/fleet.ts'
import { type Crowd, startCrowd } from './crowd.ts'
import { type Checked, type CrowdTally, countUsers, getToken, joinChecked, listChannels } from './reader.ts'

const MIB = 1024 * 1024
const SYMBOL = 'BTCUSDT'
const CHANNELS = listChannels([SYMBOL])
/** Interval of the orders; each causes four updates of the order channel, which makes twenty a second. */
const ORDER_EVERY_MS = 200
/** Time of orders that are not measured, until the order path is compiled. */
const WARM_UP_MS = 15_000
/** Maximum time of each measurement without clients. */
const ALONE_MAX_MS = MINUTE_MS
/** Number of clients of each gateway that decode every message, in this process: the others yield to the servers. */
const CHECKED = 2

const RECEIVED_P99_MS = 250
const DECISION_RATIO = 1.1

interface Plan {
  readonly minutes: number
  /** Number of clients of each gateway. */
  readonly clients: number
  readonly gateways: number
}

/** Runs gateways of one engine without clients, with them and without again; returns what was broken. */
export const runGateways = async ({ minutes, clients, gateways: count }: Plan): Promise<string[]> => {
  await using resources = new AsyncDisposableStack()
  const servers = await openSharedServers(resources)
  const gateways: ChildServer[] = []
  for (let number = 0; number < count; number++) gateways.push(await servers.startGateway(`gateway-${number}`))
  const store = resources.adopt(new pg.Client(servers.storeUrl), (client) => client.end())
  await store.connect()
  await store.query(RECORD_DECISIONS)
  const tokens = await addReaders(servers, countUsers(clients))
  const trader = gateways[0] as ChildServer
  await place(trader, { type: 'MARKET', qty: '0.01' })
  const trade = async (durationMs: number): Promise<Load> => {
    await store.query('TRUNCATE soak.decisions')
    const before = await readUsage(gateways)
    const orders = await placeOrders(trader, durationMs)
    const after = await readUsage(gateways)
    const { rows } = await store.query<{ ms: number }>('SELECT ms FROM soak.decisions')
    return { orders, decisionsMs: rows.map(({ ms }) => ms), ...compareUsage(before, after) }
  }
  const aloneMs = Math.min(minutes * MINUTE_MS, ALONE_MAX_MS)

  process.stderr.write(`gateways ready: ${count}; orders without clients\n`)
  await placeOrders(trader, WARM_UP_MS)
  for (const gateway of gateways) await gateway.request('yieldProcessors')
  const before = await trade(aloneMs)
  const delays = measureDelays()
  const clientele = await connectClients(gateways, { tokens, clients, note: delays.note })
  process.stderr.write(`${count * clients} clients are connected; orders with clients\n`)
  delays.clear()
  const loaded = await trade(minutes * MINUTE_MS)
  const tally = await clientele.leave()
  process.stderr.write('the clients have left; orders without clients\n')
  const after = await trade(aloneMs)
  return judge({ clients: count * clients, alone: [before, after], loaded, tally, delays })
}

interface Connecting {
  readonly tokens: readonly string[]
  /** Number of clients of each gateway. */
  readonly clients: number
  readonly note: Delays['note']
}

/** Connects all clients; `leave` returns what they have received, and disconnects them. */
const connectClients = async (gateways: readonly ChildServer[], { tokens, clients, note }: Connecting) => {
  const crowds: Crowd[] = []
  const checked: Checked[] = []
  const crowdSize = Math.max(0, clients - CHECKED)
  for (const { url } of gateways) {
    crowds.push(await startCrowd({ url, tokens, clients: crowdSize, channels: CHANNELS }))
    for (let client = crowdSize; client < clients; client++)
      checked.push(await joinChecked({ url, token: getToken(tokens, client), channels: CHANNELS }, note))
  }
  const leave = async (): Promise<CrowdTally> => {
    const tallies = await Promise.all(crowds.map((crowd) => crowd.tally()))
    const sound = checked.filter(
      ({ closed, messages, gaps }) => closed === undefined && messages > 0 && gaps.length === 0,
    )
    for (const { socket } of checked) socket.terminate()
    await Promise.all(crowds.map((crowd) => crowd.stop()))
    return {
      messages: [...tallies, ...checked].reduce((sum, one) => sum + one.messages, 0),
      gaps: [...tallies, ...checked].flatMap((one) => one.gaps),
      contiguous: tallies.reduce((sum, one) => sum + one.contiguous, sound.length),
    }
  }
  return { leave }
}

/**
 * Records the time from the request of an order in the store until the answer of the engine is there. The answer to an
 * order that rests does not wait for the latency of the paper exchange.
 */
const RECORD_DECISIONS = `
  CREATE SCHEMA soak;
  CREATE UNLOGGED TABLE soak.decisions (ms float8 NOT NULL);
  CREATE FUNCTION soak.record_decision() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO soak.decisions VALUES (extract(epoch FROM clock_timestamp() - NEW.sent_at) * 1000);
      RETURN NULL;
    END $$;
  CREATE TRIGGER record_decision AFTER UPDATE OF answer ON plimsoll.commands
    FOR EACH ROW WHEN (NEW.body LIKE '%"kind":"placeOrder"%') EXECUTE FUNCTION soak.record_decision()`

/** Adds users through the first gateway and returns a token of each. */
const addReaders = async (servers: SharedServers, users: number): Promise<string[]> => {
  const socket = getSocketPath(servers.getDirectory('gateway-0'))
  const request = async (verb: string, args: object): Promise<unknown> => {
    const answer = await callHost(socket, verb, args)
    if (!answer.ok || !answer.value.ok) throw new Error(`${verb} failed: ${JSON.stringify(answer)}`)
    return answer.value.value
  }
  const tokens: string[] = []
  for (let user = 0; user < users; user++) {
    const username = `reader-${user}`
    await request('user.add', { username, roles: ['VIEWER'], tier: 'PRO', password: 'tall ships sail on wednesdays' })
    tokens.push(((await request('token.mint', { username, ttlMs: DAY_MS })) as HostToken).accessToken)
  }
  return tokens
}

/** Returns the ID of the order. */
const place = async ({ url, token }: ChildServer, terms: object): Promise<string> => {
  const placed = await call(url, '/api/v381/trading/order', { token, body: { symbol: SYMBOL, side: 'BUY', ...terms } })
  if (placed.status !== 201) throw new Error(`an order was refused: ${JSON.stringify(placed.body)}`)
  return placed.body.orderId
}

const cancel = async ({ url, token }: ChildServer, orderId: string): Promise<void> => {
  const cancelled = await call(url, `/api/v381/trading/order/${orderId}`, { token, method: 'DELETE' })
  if (cancelled.status >= 400) throw new Error(`an order was not cancelled: ${JSON.stringify(cancelled.body)}`)
}

/** Places orders that rest until the next one is placed; returns their number. */
const placeOrders = async (gateway: ChildServer, durationMs: number): Promise<number> => {
  const beganAtMs = performance.now()
  let orders = 0
  let resting: string | undefined
  for (
    let dueMs = beganAtMs;
    dueMs < beganAtMs + durationMs;
    dueMs = Math.max(dueMs + ORDER_EVERY_MS, performance.now())
  ) {
    await setTimeout(Math.max(0, dueMs - performance.now()))
    const { body } = await call(gateway.url, `/api/v381/market/tickers?symbol=${SYMBOL}`, gateway)
    const price = (Math.floor(Number(body.items[0].bestBidPrice) * 9.95) / 10).toFixed(1)
    const earlier = resting
    const placing = place(gateway, { type: 'LIMIT', qty: '0.001', price, timeInForce: 'GTC' })
    const cancelling = earlier === undefined ? undefined : cancel(gateway, earlier)
    ;[resting] = await Promise.all([placing, cancelling])
    orders++
  }
  if (resting !== undefined) await cancel(gateway, resting)
  return orders
}

/** Orders of one phase, and the servers during it. */
interface Load extends UsageShares {
  readonly orders: number
  readonly decisionsMs: readonly number[]
}

interface UsageShares {
  /** Processor time as a share of a core. */
  readonly engineShare: number
  readonly gatewayShares: readonly number[]
  /** At the end. */
  readonly residentBytes: readonly number[]
}

/** Processor time used so far, at an instant. */
interface Usage {
  readonly atMs: number
  readonly engineSec: number
  readonly gateways: readonly { readonly cpuSec: number; readonly residentBytes: number }[]
}

const readUsage = async (gateways: readonly ChildServer[]): Promise<Usage> => {
  const { url, token } = gateways[0] as ChildServer
  const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
  const modes = [...metrics.matchAll(/^plimsoll_process_cpu_seconds_total\{mode="\w+"\} (\S+)$/gm)]
  return {
    atMs: performance.now(),
    engineSec: modes.reduce((sum, [, seconds]) => sum + Number(seconds), 0),
    gateways: await Promise.all(gateways.map((gateway) => gateway.usage())),
  }
}

const compareUsage = (before: Usage, after: Usage): UsageShares => {
  const seconds = (after.atMs - before.atMs) / 1_000
  return {
    engineShare: (after.engineSec - before.engineSec) / seconds,
    gatewayShares: after.gateways.map(
      ({ cpuSec }, place) => (cpuSec - (before.gateways[place]?.cpuSec ?? 0)) / seconds,
    ),
    residentBytes: after.gateways.map(({ residentBytes }) => residentBytes),
  }
}

interface Delays {
  /** Time from the update of an order by the engine until a client received it. */
  readonly ordersMs: number[]
  /** Time from the sampling of any channel by the gateway until a client received it. */
  readonly messagesMs: number[]
  readonly note: (message: ChannelMessage) => void
  clear(): void
}

const measureDelays = (): Delays => {
  const ordersMs: number[] = []
  const messagesMs: number[] = []
  return {
    ...{ ordersMs, messagesMs },
    note({ type, channel, sentAtMs, data }) {
      if (type === 'snapshot') return
      const nowMs = Date.now()
      messagesMs.push(nowMs - sentAtMs)
      if (channel !== 'account.orders') return
      const { items } = data as OrdersData
      ordersMs.push(nowMs - Math.max(...items.map(({ updatedAt }) => Date.parse(updatedAt))))
    },
    clear() {
      ordersMs.length = 0
      messagesMs.length = 0
    },
  }
}

interface Evidence {
  /** Number of clients of all gateways. */
  readonly clients: number
  /** Before and after the clients. */
  readonly alone: readonly [Load, Load]
  readonly loaded: Load
  readonly tally: CrowdTally
  readonly delays: Delays
}

const judge = ({ clients, alone, loaded, tally, delays }: Evidence): string[] => {
  const { messages, gaps, contiguous } = tally
  const aloneMs = alone.flatMap(({ decisionsMs }) => decisionsMs)
  const ratio = median(loaded.decisionsMs) / median(aloneMs)
  const goals = [
    {
      text: `contiguous streams: ${((contiguous / clients) * 100).toFixed(2)}% of ${clients}, ${messages.toLocaleString('en')} messages (goal 100%)`,
      isMet: contiguous === clients,
    },
    judgeDelays('order updates, from the engine to the client', delays.ordersMs),
    judgeDelays('all messages, from the gateway to the client', delays.messagesMs),
    {
      text: `decisions of the engine: ${printQuantiles(loaded.decisionsMs)}, without clients ${printQuantiles(aloneMs)}; p50 ${ratio.toFixed(2)}× (goal ${DECISION_RATIO}×)`,
      isMet: ratio <= DECISION_RATIO,
    },
  ]
  const [before, after] = alone
  const inTurn = (print: (load: Load) => string): string =>
    `${print(before)} before the clients, ${print(loaded)} with them, ${print(after)} after them`
  const list = (values: readonly number[], digits: number): string =>
    values.map((value) => value.toFixed(digits)).join(' ')
  process.stdout.write(`
orders: ${inTurn(({ orders }) => String(orders))}
median decision, ms: ${inTurn(({ decisionsMs }) => median(decisionsMs).toFixed(2))}
processor time of the engine, cores: ${inTurn(({ engineShare }) => engineShare.toFixed(3))}
processor time of the gateways, cores: ${inTurn(({ gatewayShares }) => list(gatewayShares, 3))}
resident memory of the gateways, MiB: ${inTurn(({ residentBytes }) =>
    list(
      residentBytes.map((bytes) => bytes / MIB),
      0,
    ),
  )}
${goals.map(({ text, isMet }) => `${isMet ? 'met   ' : 'BROKEN'} ${text}\n`).join('')}`)
  return [
    ...gaps.slice(0, 10).map((gap) => `a gap: ${gap}`),
    ...goals.flatMap(({ text, isMet }) => (isMet ? [] : [text])),
  ]
}

const judgeDelays = (what: string, delaysMs: readonly number[]) => ({
  text: `${what}: ${printQuantiles(delaysMs)} (goal p99 ${RECEIVED_P99_MS} ms)`,
  isMet: percentile(delaysMs, 0.99) <= RECEIVED_P99_MS,
})

const printQuantiles = (valuesMs: readonly number[]): string =>
  `p50 ${median(valuesMs).toFixed(1)} ms, p99 ${percentile(valuesMs, 0.99).toFixed(1)} ms, ${valuesMs.length.toLocaleString('en')} measured`
