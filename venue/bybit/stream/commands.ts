/** Commands of Bybit stream clients: authenticate, subscribe, unsubscribe and ping. */

import type { Instant } from '../../../server/core/instant.ts'
import { parseRecord } from '../../../server/core/json.ts'
import { hasLiquidations, type Listing, type MarketBoard } from '../../exchange/market/market-board.ts'
import type { Credentials } from '../../exchange/server/credentials.ts'
import { type Listener, type StreamHub, sendTo, subscribe, unsubscribe } from '../../exchange/server/stream-hub.ts'
import { isValidSocketAuth } from '../rest/auth.ts'
import { INTERVAL_NAMES } from '../view/market-views.ts'
import { ACCOUNT_TOPICS, SILENT_TOPICS } from './account-topics.ts'
import { BOOK_DEPTHS, bookSnapshotMessage } from './book-topics.ts'
import { getTopics, type MarketTopics, tickerSnapshotMessage } from './market-topics.ts'

/** Executes a command of a client, and answers it with the client's request ID. */
export const executeRequest = (parts: CommandParts, caller: Caller, text: string, atMs: Instant): void => {
  const command = parseRecord(text)
  const args = Array.isArray(command?.args) ? command.args.map(String) : []
  const reply = (answer: Json): void => caller.listener.socket.send(JSON.stringify({ ...answer, ...named(command) }))
  switch (command?.op) {
    case 'ping':
      return reply(pong(caller, atMs))
    case 'auth':
      return authenticate(parts, caller, { args, reply, atMs })
    case 'subscribe':
      return subscribeAll(parts, caller, { args, reply, atMs })
    case 'unsubscribe':
      for (const topic of args) unsubscribe(parts.hub, caller.listener, topic)
      return reply(result(caller, 'unsubscribe', ''))
    default:
      return reply({
        success: false,
        ret_msg: 'error:invalid op',
        conn_id: caller.connectionId,
        request: command ?? text,
      })
  }
}

/** A client connection, and whether it is authenticated. */
export interface Caller {
  readonly listener: Listener
  /** Null on public connections, which require no authentication. */
  welcome: boolean | null
  readonly connectionId: string
}

/** Inputs of the command handlers. */
export interface CommandParts {
  readonly hub: StreamHub
  readonly board: MarketBoard
  readonly topics: MarketTopics
  readonly credentials: Credentials
}

type Json = Readonly<Record<string, unknown>>

const named = (command: Json | undefined): Json => ({ req_id: String(command?.req_id ?? '') })

const result = ({ connectionId }: Caller, op: string, fault: string): Json => ({
  success: fault === '',
  ret_msg: fault,
  conn_id: connectionId,
  op,
})

/** Returns the reply to a ping, which differs between public and private connections. */
const pong = ({ welcome, connectionId }: Caller, atMs: Instant): Json =>
  welcome === null
    ? { success: true, ret_msg: 'pong', conn_id: connectionId, op: 'ping' }
    : { op: 'pong', args: [String(atMs)], conn_id: connectionId }

interface CommandContext {
  readonly args: readonly string[]
  readonly reply: (answer: Json) => void
  readonly atMs: Instant
}

const authenticate = ({ credentials }: CommandParts, caller: Caller, { args, reply, atMs }: CommandContext): void => {
  const welcome = caller.welcome !== null && isValidSocketAuth(args, credentials, atMs)
  if (welcome) caller.welcome = true
  reply(result(caller, 'auth', welcome ? '' : 'Params Error: invalid key, expired time or wrong signature'))
  if (!welcome) caller.listener.socket.close()
}

/** Maximum length of the topic list in one request, in characters. */
const ARGS_MAX = 21_000

const subscribeAll = (parts: CommandParts, caller: Caller, { args, reply, atMs }: CommandContext): void => {
  const refusal = findRefusal(parts, caller, args)
  reply(result(caller, 'subscribe', refusal))
  if (refusal !== '') return
  for (const topic of args) {
    subscribe(parts.hub, caller.listener, topic)
    const greeting = findGreeting(parts, topic, atMs)
    if (greeting) sendTo(parts.hub, caller.listener, topic, greeting)
  }
}

const findRefusal = ({ board }: CommandParts, { welcome }: Caller, args: readonly string[]): string => {
  if (args.join(',').length > ARGS_MAX) return 'error:args too long'
  if (welcome === false) return 'Request not authorized'
  const unknown = args.find((topic) => (welcome === null ? !isOfMarket(board, topic) : !isOfAccount(topic)))
  return unknown === undefined ? '' : `error:handler not found,topic:${unknown}`
}

const isOfAccount = (topic: string): boolean => ACCOUNT_TOPICS.includes(topic) || SILENT_TOPICS.has(topic)

/** Kinds of market topics, with and without a depth or interval. */
const GRADES: Readonly<Record<string, readonly string[]>> = {
  orderbook: BOOK_DEPTHS.map(String),
  kline: INTERVAL_NAMES,
}
const PLAIN: ReadonlySet<string> = new Set(['publicTrade', 'tickers', 'allLiquidation'])

const isOfMarket = ({ listings }: MarketBoard, topic: string): boolean => {
  const [kind = '', ...rest] = topic.split('.')
  const symbol = rest.at(-1) ?? ''
  const listing = listings.get(symbol)
  if (!listing || (kind === 'allLiquidation' && !hasLiquidations(listing))) return false
  if (PLAIN.has(kind)) return rest.length === 1
  return rest.length === 2 && (GRADES[kind]?.includes(rest[0] ?? '') ?? false)
}

const findGreeting = (parts: CommandParts, topic: string, atMs: Instant): object | undefined => {
  const [kind, ...rest] = topic.split('.')
  const listing = parts.board.listings.get(rest.at(-1) ?? '')
  return listing && (kind === 'orderbook' || kind === 'tickers')
    ? createFirstMessage(parts, listing, topic, atMs)
    : undefined
}

const createFirstMessage = (
  { topics }: CommandParts,
  listing: Listing,
  topic: string,
  atMs: Instant,
): object | undefined => {
  const { books, ticker } = getTopics(topics, listing.entry.instrument.symbol)
  if (topic === ticker.topic) return tickerSnapshotMessage(ticker, listing, atMs)
  const book = books.find((one) => one.topic === topic)
  return book && bookSnapshotMessage(book, listing.entry, atMs)
}
