import { setTimeout } from 'node:timers/promises'
import type { Random } from '../../server/core/random.ts'

/** Parsed JSON, for free inspection by a test. */
// biome-ignore lint/suspicious/noExplicitAny: tests compare with what they expect
export type Json = any

/** Answer of a server to an instruction. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** Instruction with its key, sent once or several times. */
export interface Sent {
  readonly key: string
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly body: object
  /** Final answer, once received. */
  answer: Answer | undefined
  /** Number of attempts without a final answer. */
  unheard: number
  /** Answers to the same key that differ from the first. */
  readonly contradictions: Answer[]
}

/** Client that trades by REST, across any number of server lives. */
export interface Caller {
  readonly name: string
  readonly token: string
  readonly sent: Sent[]
}

/** Server to trade on until it ends. */
export interface Counter {
  readonly url: string
  readonly random: Random
  readonly gone: () => boolean
}

/** Statuses of final answers, stored under a key; anything else may be retried. */
const STORED_STATUSES: readonly number[] = [200, 201, 202, 409, 422]

export const isStored = ({ status, text }: Answer): boolean =>
  STORED_STATUSES.includes(status) && JSON.parse(text).retryable !== true

const API = '/api/v381'

const sendRequest = async ({ token }: Caller, url: string, init: RequestInit = {}): Promise<Answer | undefined> => {
  try {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers }
    const response = await fetch(url, { ...init, headers })
    return { status: response.status, text: await response.text() }
  } catch {
    return undefined
  }
}

/** Sends an instruction, for the first time or again, and records the answer. */
export const deliver = async (caller: Caller, url: string, sent: Sent): Promise<Answer | undefined> => {
  const { method, path, body, key } = sent
  const init = { method, body: JSON.stringify(body), headers: { 'idempotency-key': key } }
  const answer = await sendRequest(caller, url + API + path, init)
  if (!answer || !isStored(answer)) {
    sent.unheard++
    return answer
  }
  sent.answer ??= answer
  if (sent.answer.status !== answer.status || sent.answer.text !== answer.text) sent.contradictions.push(answer)
  return answer
}

/** Returns one answer of the server; throws on an error. */
export const readOne = async (caller: Caller, url: string, path: string): Promise<Json> => {
  const answer = await sendRequest(caller, url + API + path)
  if (answer?.status !== 200) throw new Error(`${path} is answered with ${answer?.status} ${answer?.text}`)
  return JSON.parse(answer.text)
}

/** Returns all items of a paged list. */
export const readAll = async (caller: Caller, url: string, path: string): Promise<Json[]> => {
  const items: Json[] = []
  const limited = `${path}${path.includes('?') ? '&' : '?'}limit=200`
  let page = await readOne(caller, url, limited)
  items.push(...page.items)
  while (page.nextCursor !== null) {
    page = await readOne(caller, url, `${limited}&cursor=${encodeURIComponent(page.nextCursor)}`)
    items.push(...page.items)
  }
  return items
}

export const cancel = (caller: Caller, url: string, orderId: string): Promise<Answer | undefined> =>
  sendRequest(caller, `${url}${API}/trading/order/${orderId}`, { method: 'DELETE' })

/** Repeats every unanswered instruction. */
export const retryUnanswered = async (caller: Caller, url: string): Promise<void> => {
  for (const sent of caller.sent.filter(({ answer }) => !answer)) await deliver(caller, url, sent)
}

/** Trades with that many concurrent workers until the server is gone. */
export const trade = async (caller: Caller, counter: Counter, hands: number): Promise<void> => {
  const busy = async (): Promise<void> => {
    while (!counter.gone()) await tradeOnce(caller, counter)
  }
  await Promise.all(Array.from({ length: hands }, busy))
}

type RequestDraft = Pick<Sent, 'method' | 'path' | 'body'>

/** Draws one instruction and sends it; waits a moment after a refusal. */
export const tradeOnce = async (caller: Caller, counter: Counter): Promise<void> => {
  const draft = await draftRequest(caller, counter)
  const answer = draft && (await instruct(caller, counter.url, draft))
  if (!answer || answer.status >= 400) await setTimeout(PAUSE_MS)
}

/** Time a refused caller waits before the next instruction. */
const PAUSE_MS = 40

/** Places an order under a new key. */
export const placeOrder = (caller: Caller, url: string, body: object): Promise<Answer | undefined> =>
  instruct(caller, url, { method: 'POST', path: '/trading/order', body })

const instruct = (caller: Caller, url: string, draft: RequestDraft): Promise<Answer | undefined> => {
  const key = `${caller.name}-${String(caller.sent.length).padStart(12, '0')}`
  const sent: Sent = { key, ...named(draft, key), answer: undefined, unheard: 0, contradictions: [] }
  caller.sent.push(sent)
  return deliver(caller, url, sent)
}

/** Returns an order with its key as the caller's own ID, so that a duplicate would be detected. */
const named = (draft: RequestDraft, key: string): RequestDraft =>
  draft.path === '/trading/order' ? { ...draft, body: { ...draft.body, clientOrderId: key } } : draft

const pick = <T>(items: readonly T[], random: Random): T | undefined => items[Math.floor(random() * items.length)]

const readItems = async (caller: Caller, { url }: Counter, path: string): Promise<Json[]> => {
  const answer = await sendRequest(caller, url + API + path)
  return answer?.status === 200 ? JSON.parse(answer.text).items : []
}

const draftRequest = async (caller: Caller, counter: Counter): Promise<RequestDraft | undefined> => {
  const { random } = counter
  const draw = random()
  if (draw < 0.2) return draftPositionRequest(caller, counter)
  if (draw < 0.25) return void (await cancelSome(caller, counter))
  const tickers = await readItems(caller, counter, '/market/tickers')
  const ticker = pick(
    tickers.filter(({ bestBidPrice, markPrice }) => bestBidPrice && markPrice),
    random,
  )
  return ticker && { method: 'POST', path: '/trading/order', body: createOrder(ticker, random) }
}

/** Draws a market order, an order resting at the touch or further away, or one that takes liquidity. */
const createOrder = (ticker: Json, random: Random): object => {
  const side = random() < 0.6 ? 'BUY' : 'SELL'
  const order = { symbol: ticker.symbol, side, notional: String(60 + Math.floor(random() * 200)) }
  const draw = random()
  if (draw < 0.5) return { ...order, type: 'MARKET', maxSlippageBps: 5 }
  const [near, far] = side === 'BUY' ? ['bestBidPrice', 'bestAskPrice'] : ['bestAskPrice', 'bestBidPrice']
  const away = side === 'BUY' ? -1 : 1
  if (draw < 0.55) return { ...order, type: 'LIMIT', price: ticker[near], timeInForce: 'POST_ONLY' }
  if (draw < 0.75) return { ...order, type: 'LIMIT', price: ticker[far], timeInForce: 'IOC' }
  return { ...order, type: 'LIMIT', price: shifted(ticker, ticker[near], away * (0.001 + random() / 100)) }
}

const shifted = ({ tickSize }: Json, price: string, share: number): string =>
  inSteps(Math.round((Number(price) * (1 + share)) / Number(tickSize)), tickSize)

const inSteps = (count: number, step: string): string => (count * Number(step)).toFixed(step.split('.')[1]?.length ?? 0)

/** Returns half of a position, or all of it when too small. */
const partialQty = ({ qty, instrument: { lotSize } }: Json): string => {
  const count = Math.floor(Number(qty) / Number(lotSize) / 2)
  return count === 0 ? qty : inSteps(count, lotSize)
}

const stopBody = ({ direction, markPrice, instrument }: Json, random: Random): object => {
  const share = (direction === 'LONG' ? -1 : 1) * (0.005 + random() / 50)
  return { stopLoss: { triggerPrice: shifted(instrument, markPrice, share) } }
}

/** Closes an open position or half of it, reduces it, or moves its stop. */
const draftPositionRequest = async (caller: Caller, counter: Counter): Promise<RequestDraft | undefined> => {
  const { random } = counter
  const position = pick(await readItems(caller, counter, '/trading/positions'), random)
  if (!position) return undefined
  const { id, symbol, direction } = position
  const draw = random()
  if (draw < 0.7) return { method: 'PATCH', path: `/trading/positions/${id}/sl-tp`, body: stopBody(position, random) }
  const qty = random() < 0.2 ? position.qty : partialQty(position)
  if (draw < 0.85) return { method: 'POST', path: `/trading/positions/${id}/close`, body: { qty } }
  const side = direction === 'LONG' ? 'SELL' : 'BUY'
  return { method: 'POST', path: '/trading/order', body: { symbol, side, type: 'MARKET', qty, reduceOnly: true } }
}

const cancelSome = async (caller: Caller, counter: Counter): Promise<void> => {
  const order = pick(await readItems(caller, counter, '/trading/orders?open=true&origin=API'), counter.random)
  if (order) await cancel(caller, counter.url, order.orderId)
}
