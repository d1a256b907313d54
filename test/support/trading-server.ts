import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { type AuditLog, openAuditLog } from '../../server/adapters/store/audit/audit-log.ts'
import { openIdentityStore } from '../../server/adapters/store/sqlite/identity/identity-store.ts'
import { openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { createLogTail } from '../../server/app/log-tail.ts'
import { createIds } from '../../server/core/id.ts'
import { createRandom } from '../../server/core/random.ts'
import type { Result } from '../../server/core/result.ts'
import { lots, ticks } from '../../server/domain/market/instrument.ts'
import type { Order, OrderStatus } from '../../server/domain/order/order.ts'
import { venueClientId } from '../../server/domain/order/venue-client-id.ts'
import { strategiesFor } from '../../server/domain/signal/strategies/index.ts'
import type { Instruction, OrderDesk } from '../../server/engine/desks/order-desk.ts'
import type { CommandOutcome, CommandRefusal } from '../../server/engine/model/events.ts'
import type { SignalFact } from '../../server/engine/model/facts.ts'
import type { Preview } from '../../server/engine/model/outcomes.ts'
import { createAccountTable } from '../../server/http/accounts.ts'
import type { NetworkSettings } from '../../server/http/connections/network.ts'
import { type AnswerTally, createAnswerTally } from '../../server/http/http-face.ts'
import type { BuiltConsole } from '../../server/http/routes/console.ts'
import type { Quotas } from '../../server/http/security/quotas.ts'
import { createHttpServer } from '../../server/http/server.ts'
import type { Identity } from '../../server/identity/identity.ts'
import { addUser, harbourOn } from '../../server/identity/identity-fixture.ts'
import type { Role } from '../../server/identity/role.ts'
import { createControlViews } from '../../server/views/control-views.ts'
import { createMarketViews } from '../../server/views/market-views.ts'
import { openPerformance } from '../../server/views/performance-view.ts'
import { createSignalViews } from '../../server/views/signal-views.ts'
import { openTradeBook } from '../../server/views/trade-book.ts'
import { anOrder } from './book-samples.ts'
import { type ControlStage, openControlStage } from './control-stage.ts'
import { openTradingBooks, type TradingBooks } from './trading-books.ts'

export type Placing = Extract<Instruction, { kind: 'placeOrder' | 'closePosition' }>

/** Scripted effect of an instruction on the engine. */
export type Deed = (instruction: Instruction) => CommandOutcome | Promise<CommandOutcome>

export const DONE: CommandOutcome = { kind: 'done' }
export const refusing =
  (refusal: CommandRefusal): Deed =>
  () => ({ kind: 'refused', refusal })

/** Server on hand-written state with a scripted engine. */
export interface TradingServer extends TradingBooks {
  readonly app: FastifyInstance
  readonly control: ControlStage
  readonly auditLog: AuditLog
  readonly identity: Identity
  /** Returns the time of the identity clock. */
  clock(): number
  advance(ms: number): void
  /** Publishes signal facts, stored in tables like the engine's. */
  appendFacts(...facts: readonly SignalFact[]): void
  readonly tally: Pick<AnswerTally, 'read'>
  /** Instructions to the engine, except requests for stored answers. */
  readonly instructions: Instruction[]
  readonly desk: { deed: Deed; preview: Result<Preview, CommandRefusal> | undefined; keepsAnswers: boolean }
  /** Returns an order as the engine would have created it, and stores it in the ledger. */
  placed(placing: Placing, order?: Partial<Order> & { status: OrderStatus }): CommandOutcome
  token(role: Role): Promise<string>
  /** Moves the clock of tokens and sessions; backwards when negative. */
  advanceIdentity(ms: number): void
  call(method: InjectOptions['method'] & string, path: string, options?: CallOptions): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

export interface CallOptions {
  readonly body?: unknown
  readonly role?: Role | null
  readonly headers?: Readonly<Record<string, string>>
}

const NO_LIMIT = { requests: 1_000_000, windowMs: 60_000 }

const NO_LIMITS: Quotas = {
  standard: { name: 'standard', ...NO_LIMIT },
  pro: { name: 'pro', ...NO_LIMIT },
  control: { name: 'control', ...NO_LIMIT },
  anonymous: { name: 'anon', ...NO_LIMIT },
  refresh: { name: 'refresh', ...NO_LIMIT },
  refreshToStop: { name: 'refresh-to-stop', ...NO_LIMIT },
}

export const startTradingServer = async (
  quotas: Partial<Quotas> = {},
  built?: BuiltConsole,
  network: Partial<NetworkSettings> = {},
): Promise<TradingServer> => {
  const books = openTradingBooks()
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  const identityStore = openIdentityStore(join(directory, 'identity.sqlite'))
  const harbour = harbourOn(identityStore)
  const instructions: Instruction[] = []
  const control: TradingServer['desk'] = { deed: () => DONE, preview: undefined, keepsAnswers: true }
  const desk = createDesk(books, control, instructions)
  const stage = openControlStage(books)
  const engineStore = openEngineStore(join(directory, 'engine'))
  const { signals } = engineStore
  const tally = createAnswerTally()
  const audit = openAuditLog({ directory: join(directory, 'audit'), clock: () => books.state.nowMs })
  const now = () => books.state.nowMs
  const app = await createHttpServer({
    identity: harbour.identity,
    views: createMarketViews({
      market: books.market.market,
      candles: { find: () => [] },
      origin: 'SIMULATOR',
      runId: 'run',
    }),
    trading: books.views,
    performance: openPerformance(
      openTradeBook({ store: { trading: books.store, signals }, trading: books.reader, now }),
      now,
    ),
    signals: createSignalViews({
      ...books.reader,
      signals,
      strategiesFor: strategiesFor,
      books: [],
      marketNowMs: () => books.state.nowMs,
    }),
    desk,
    answers: books.store,
    control: stage.desk,
    controlViews: createControlViews({ ...stage.reader, signals }),
    monitor: { find: () => undefined },
    readFleet: async () => [],
    inFleet: false,
    hostCommand: 'plimsoll',
    logs: createLogTail().readerFor(null),
    account: 'main',
    accounts: createAccountTable(['main']),
    research: undefined,
    metrics: () => 'plimsoll_sample 1\n',
    tally,
    publicStatus: true,
    console: built,
    documentation: join(directory, 'no-documentation'),
    audit,
    auditLog: audit,
    quotas: { ...NO_LIMITS, ...quotas },
    readiness: () => ({ status: 'READY', checks: [] }),
    ids: createIds({ now: () => books.state.nowMs, random: createRandom(7) }),
    now: () => books.state.nowMs,
    monotonic: () => 0,
    logger: pino({ level: 'silent' }),
    publicBase: 'http://plimsoll.test',
    network: { trustProxy: undefined, allowedHosts: [], tls: undefined, ...network },
    takesUpgrade: () => false,
    version: '0',
  })
  const tokens = new Map<Role, Promise<string>>()
  const makeToken = async (role: Role): Promise<string> => {
    const { username } = await addUser(harbour.identity, role.toLowerCase(), [role])
    const minted = await harbour.identity.mintToken({ username, ttlMs: 3_600_000 })
    if (!minted.ok) throw new Error(minted.error.kind)
    return minted.value.accessToken
  }
  const getToken = (role: Role): Promise<string> => {
    const token = tokens.get(role) ?? makeToken(role)
    tokens.set(role, token)
    return token
  }
  return {
    ...books,
    advanceIdentity: harbour.advance,
    app,
    control: stage,
    auditLog: audit,
    tally,
    identity: harbour.identity,
    clock: harbour.now,
    advance: harbour.advance,
    appendFacts: (...facts) => engineStore.journal.append({ facts, orders: [], positions: [] }),
    instructions,
    desk: control,
    placed: (placing, order) => placedBy(books, placing, order),
    token: getToken,
    async call(method, path, { body, role = 'TRADER', headers = {} } = {}) {
      const bearer = role === null ? {} : { authorization: `Bearer ${await getToken(role)}` }
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
      const all = { ...bearer, ...type, ...headers }
      return app.inject({ method, url: path, headers: all, ...(payload !== undefined && { payload }) } as InjectOptions)
    },
    async close() {
      await app.close()
      audit.close()
      engineStore.close()
      identityStore.close()
      rmSync(directory, { recursive: true })
    },
  }
}

const createDesk = (
  { store, ledger }: TradingBooks,
  control: TradingServer['desk'],
  instructions: Instruction[],
): OrderDesk => ({
  async instruct(instruction) {
    if (instruction.kind !== 'recordAnswer') {
      instructions.push(instruction)
      return control.deed(instruction)
    }
    if (!control.keepsAnswers) throw new Error('the engine has stopped')
    const { idempotency, status, body } = instruction
    const { scope, fingerprint } = idempotency
    const orderId = store.answers.get(scope)?.orderId ?? null
    store.answers.set(scope, { fingerprint, orderId, answer: { status, body } })
    return DONE
  },
  preview: () => {
    if (!control.preview) throw new Error(`no preview was configured; ${ledger.orders.size} orders are known`)
    return control.preview
  },
})

const placedBy = (
  { put, store }: TradingBooks,
  placing: Placing,
  order: Partial<Order> & { status: OrderStatus } = { status: 'NEW' },
): CommandOutcome => {
  const { orderId, venueSeed, instructed } = placing
  const request = placing.kind === 'placeOrder' ? placing.request : undefined
  const quantity = request && 'quantity' in request.size ? request.size.quantity : lots(10)
  put(
    anOrder({
      orderId,
      venueClientId: venueClientId(request ? 'ENTRY' : 'CLOSE', 1, venueSeed),
      clientOrderId: request?.clientOrderId ?? null,
      terms: {
        symbol: 'BTCUSDT',
        side: request?.side ?? 'SELL',
        type: request?.type ?? 'MARKET',
        quantity,
        price: request?.price ?? ticks(1_000),
        timeInForce: request?.timeInForce ?? 'IOC',
        reduceOnly: request?.reduceOnly ?? true,
      },
      exchangeOrderId: '8389765739703625592',
      ...order,
    }),
  )
  const { idempotency } = instructed
  if (idempotency) store.answers.set(idempotency.scope, { fingerprint: idempotency.fingerprint, orderId, answer: null })
  return DONE
}
