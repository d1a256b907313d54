import { join } from 'node:path'
import { changePosition } from '../server/adapters/exchanges/clearing/execution.ts'
import { scheduleTasks } from '../server/adapters/exchanges/clearing/tasks.ts'
import { type ClearingVenue, openClearingVenue } from '../server/adapters/exchanges/clearing/venue.ts'
import { createPaperAccount } from '../server/adapters/exchanges/paper/paper-account.ts'
import { openReplay } from '../server/adapters/exchanges/replay/index.ts'
import { createSimulatedExchange } from '../server/adapters/exchanges/simulated/index.ts'
import { inTransaction, openDatabase } from '../server/adapters/store/sqlite/database.ts'
import { lockDataDirectory } from '../server/adapters/store/sqlite/lock.ts'
import { openVenueStore } from '../server/adapters/store/sqlite/venue-store.ts'
import { errorMessage, StartError, StoreFailure } from '../server/core/errors.ts'
import { readExact, writeExact } from '../server/core/exact-json.ts'
import type { Money } from '../server/domain/account/money.ts'
import { publishedBrackets } from '../server/domain/margin/brackets.ts'
import type { Clock, MarketSource } from '../server/engine/model/ports.ts'
import { getLeverage, readLeverages } from './exchange/account/risk-figures.ts'
import { closesAll, type WireRecord } from './exchange/account/wire-record.ts'
import type { LocalExchange, WireStore } from './exchange/ports.ts'

/**
 * Opens the local exchange: a simulated or replayed market, and the stored account. Only this file depends on their
 * adapters.
 */
export const openLocalExchange = async (options: LocalExchangeOptions): Promise<LocalExchange> => {
  const { market, clock } = options
  if (market.kind === 'simulated') {
    const simulated = createSimulatedExchange({ ...market, clock })
    const { matcher, fundingAt, markPriceAt } = simulated
    const opened = openAccount(options, { source: simulated, matcher, fundingAt })
    simulated.observe(opened.clearing.observe)
    return { ...opened.exchange, source: simulated, account: opened.clearing, fundingAt, markPriceAt }
  }
  const { matcher, source, connect } = createPaperAccount(await openReplay({ ...market, clock }))
  const opened = openAccount(options, { source, matcher })
  return { ...opened.exchange, source, account: connect(opened.clearing) }
}

/** Market of the exchange, and location of its account. */
export interface LocalExchangeOptions {
  readonly market:
    | { readonly kind: 'simulated'; readonly seed: number; readonly historyDays?: number | undefined }
    | {
        readonly kind: 'replay'
        readonly path: string
        readonly speed: number | 'max'
        readonly loop: boolean
        readonly instrumentsPath: string | undefined
      }
  /** Data directory; the account is in its folder `venue`. */
  readonly dataDir: string
  readonly openingBalance: Money
  /** True when reduce-only conditional orders outlive their position, except those that close all of it. */
  readonly keepsConditionals: boolean
  readonly clock: Clock
  /** Called when the account can no longer be stored: all work must stop. */
  readonly fail: (error: Error) => void
}

const FEES = { maker: '0.0002', taker: '0.0005' }

type ClearingParts = Parameters<typeof openClearingVenue>[0]

interface Harness extends Pick<ClearingParts, 'matcher' | 'fundingAt'> {
  readonly source: MarketSource
}

interface OpenedAccount {
  readonly clearing: ClearingVenue
  readonly exchange: Omit<LocalExchange, 'source' | 'account'>
}

const openAccount = (options: LocalExchangeOptions, { source, matcher, fundingAt }: Harness): OpenedAccount => {
  const directory = join(options.dataDir, 'venue')
  const lock = lockDataDirectory(directory)
  const store = openVenueStore(directory)
  const wire = openWireStore(directory)
  const close = (clearing?: ClearingVenue): void => {
    void clearing?.close()
    store.close()
    wire.close()
    lock.release()
  }
  const held = readMarket(wire.store, source.market)
  if (held !== source.market) {
    close()
    throw new StartError(
      `${directory} contains an account of market '${held}', this start uses '${source.market}'. Choose another --data-dir.`,
    )
  }
  const leverages = readLeverages(wire.store.readSettings())
  const { clock, openingBalance, keepsConditionals, fail } = options
  const clearing = openClearingVenue({
    matcher,
    store,
    instruments: source.instruments,
    brackets: publishedBrackets,
    leverage: (symbol) => getLeverage(leverages, symbol),
    fees: FEES,
    endsWithPosition: (terms) => !keepsConditionals || closesAll(terms),
    openingBalance,
    clock,
    ...scheduleTasks(fail),
    ...(fundingAt && { fundingAt }),
  })
  return {
    clearing,
    exchange: {
      records: {
        findOrder: store.findOrder,
        fillsSince: store.fillsSince,
        fundingSince: store.fundingSince,
        openingBalance: store.readAccount()?.openingBalance ?? openingBalance,
      },
      store: wire.store,
      changePosition,
      brackets: publishedBrackets,
      fees: FEES,
      leverages,
      amend: clearing.amend,
      vanish: (key) => clearing.interfere({ kind: 'vanishOrder', venueClientId: key }),
      close: () => close(clearing),
    },
  }
}

const MARKET = 'market'

/** Returns the market of the stored account; a new account is bound to the given market. */
const readMarket = (store: WireStore, market: string): string => {
  const held = store.readSettings().get(MARKET)
  if (held === undefined) store.putSetting(MARKET, market)
  return held ?? market
}

const WIRE_SCHEMA = [
  {
    version: 1,
    sql: `
      CREATE TABLE records (
        number INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        body TEXT NOT NULL
      ) STRICT;

      CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
]

const openWireStore = (directory: string): { readonly store: WireStore; close(): void } => {
  const database = openDatabase(join(directory, 'wire.sqlite'), WIRE_SCHEMA)
  const newest = database.prepare('SELECT body FROM records ORDER BY number DESC LIMIT ?')
  const add = database.prepare('INSERT INTO records (key, body) VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM records WHERE key = ?')
  const settings = database.prepare('SELECT name, value FROM settings')
  const set = database.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)')
  return {
    store: {
      readRecords: (limit) =>
        newest
          .all(limit)
          .map(({ body }) => readExact(String(body)) as WireRecord)
          .reverse(),
      putRecord: (record) => written(() => inTransaction(database, () => void add.run(record.key, writeExact(record)))),
      removeRecord: (key) => written(() => void remove.run(key)),
      readSettings: () => new Map(settings.all().map(({ name, value }) => [String(name), String(value)])),
      putSetting: (name, value) => written(() => void set.run(name, value)),
    },
    close: () => database.close(),
  }
}

const written = (write: () => void): void => {
  try {
    write()
  } catch (error) {
    throw new StoreFailure(errorMessage(error))
  }
}
