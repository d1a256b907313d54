import type { LoadedConstitution } from '../config/constitution-file.ts'
import { openDesk } from '../engine/desks/order-desk.ts'
import type { Clock } from '../engine/model/ports.ts'
import type { Inbox } from '../engine/run/inbox.ts'
import { previewOrder } from '../engine/trading/preview.ts'
import type { Identity } from '../identity/identity.ts'
import { createControlViews } from '../views/control-views.ts'
import { createMarketViews } from '../views/market-views.ts'
import { openPerformance } from '../views/performance-view.ts'
import { createSignalViews } from '../views/signal-views.ts'
import { openTradeBook } from '../views/trade-book.ts'
import { createTradingViews } from '../views/trading-views.ts'
import type { OpenControl } from './control.ts'
import { type Books, tradingReader } from './engine-state.ts'
import type { Exchange } from './exchange/exchange.ts'

/** Opens the views of engine, market and account that clients read, and the desk for their orders. */
export const openViews = ({ books, control, identity, limits, exchange, runId, inbox, clock }: ServedParts) => {
  const { state, published, store } = books
  const { stopSwitch, memory } = control
  const reader = tradingReader(books, clock)
  const trades = openTradeBook({ store, trading: reader, now: clock })
  return {
    views: createMarketViews({ market: state.market, candles: store.candles, origin: exchange.source.origin, runId }),
    trades,
    performance: openPerformance(trades, clock),
    trading: createTradingViews({ ...reader, store: { ...reader.store, findDecision: books.findDecision } }),
    signals: createSignalViews({
      ...reader,
      signals: store.signals,
      strategiesFor: state.rules.strategiesFor,
      books: state.rules.books,
      marketNowMs: () => state.market.clockMs,
    }),
    desk: openDesk({
      ledger: published.ledger,
      submit: inbox.submit,
      preview: (request) => previewOrder(state, request, clock()),
      answerTimeoutMs: state.rules.constitution.execution.recvWindowMs,
      delay: (ms, task) => void globalThis.setTimeout(task, ms).unref(),
    }),
    controlViews: createControlViews({
      state,
      published: published.ledger,
      stopSwitch,
      memory,
      store: store.trading,
      signals: store.signals,
      constitution: limits,
      loadedAtMs: clock(),
      exchange,
      findUser: identity.findUser,
      now: clock,
    }),
  }
}

interface ServedParts {
  readonly books: Books
  readonly control: OpenControl
  readonly identity: Identity
  readonly limits: LoadedConstitution
  readonly exchange: Exchange
  readonly runId: string
  readonly inbox: Inbox
  readonly clock: Clock
}

export type ServedViews = ReturnType<typeof openViews>
