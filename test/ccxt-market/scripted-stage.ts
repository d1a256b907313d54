import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Instant, MINUTE_MS, SECOND_MS } from '../../server/core/instant.ts'
import { eventTime } from '../../server/domain/market/market-event.ts'
import type { MarketSource } from '../../server/engine/model/ports.ts'
import type { LocalExchange } from '../../venue/exchange/ports.ts'
import { recordingLine, wireDepth, wireQuote, wireSnapshot, wireTrade, writeRecording } from '../support/recording.ts'
import { openStage, type StageOptions, type VenueStage } from '../venue-wire/venue-stage.ts'

/** First minute of a week, so that no earlier minute of the week is missing. */
export const SCRIPT_BEGUN_MS = Date.UTC(2026, 10, 23)

/** Present time of a scripted market: eight minutes and forty seconds after its start. */
const SCRIPT_NOW_MS = SCRIPT_BEGUN_MS + 8 * MINUTE_MS + 40 * SECOND_MS

const PAST_EVERY_MS = 10 * SECOND_MS
const PAST = (SCRIPT_NOW_MS - SCRIPT_BEGUN_MS) / PAST_EVERY_MS
const LIVE = 8 * 60

const aTrade = (index: number, T: Instant): string =>
  recordingLine(
    wireTrade(index + 1, {
      T,
      E: T,
      p: `6180${index % 7}.${index % 9}0`,
      q: `0.0${1 + (index % 8)}0`,
      m: index % 3 === 0,
    }),
  )

/** Generates a trade every ten seconds, then an order book, then one of each every second without end. */
const script = (): string[] => {
  const past = Array.from({ length: PAST }, (_, index) => aTrade(index, SCRIPT_BEGUN_MS + index * PAST_EVERY_MS))
  const at = { T: SCRIPT_NOW_MS - SECOND_MS, E: SCRIPT_NOW_MS - SECOND_MS }
  const book = [recordingLine(wireDepth(95, at)), recordingLine(wireQuote(at)), recordingLine(wireSnapshot(at))]
  const live = Array.from({ length: LIVE }, (_, index) => {
    const T = SCRIPT_NOW_MS + index * SECOND_MS
    const u = 105 + 10 * index
    return [
      aTrade(PAST + index, T),
      recordingLine(
        wireDepth(u, { T, E: T, b: [[`61800.${index % 2}0`, '1.000']], a: [['61800.70', `${index + 1}.000`]] }),
      ),
      recordingLine(wireQuote({ T, E: T, u, B: `${index + 1}.507` })),
    ]
  })
  return [...past, ...book, ...live.flat()]
}

/** Local exchange whose market is the same each time and advances only on request. */
export interface ScriptedStage extends VenueStage {
  readonly clock: () => Instant
  /** Advances the market while the clock stands still. */
  release(byMs: number): void
  /** Advances the clock and the market. */
  advance(byMs: number): void
}

/** Clock and market limit, separate from the exchange, so that another exchange can be opened on them. */
export const createScript = (nowMs: Instant = SCRIPT_NOW_MS - 1) => {
  const script = { nowMs, horizonMs: nowMs, moved: Promise.withResolvers<void>() }
  const release = (byMs: number): void => {
    script.horizonMs += byMs
    script.moved.resolve()
    script.moved = Promise.withResolvers()
  }
  return {
    clock: () => script.nowMs,
    horizon: () => script.horizonMs,
    moved: () => script.moved.promise,
    release,
    advance(byMs: number) {
      script.nowMs += byMs
      release(byMs)
    },
  }
}

type Script = ReturnType<typeof createScript>

export const openScriptedStage = async (
  { clock, horizon, moved, release, advance }: Script = createScript(),
  options: Pick<StageOptions, 'faults' | 'port'> = {},
): Promise<ScriptedStage> => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-script-'))
  const market = {
    kind: 'replay',
    path: writeRecording(script(), { directory }),
    speed: 'max',
    loop: false,
    instrumentsPath: undefined,
  } as const
  const between = (exchange: LocalExchange) => ({ ...exchange, source: heldBack(exchange.source, { horizon, moved }) })
  const stage = await openStage({ market, clock, between, ...options })
  const close = async (): Promise<void> => {
    const closed = stage.close()
    release(0)
    await closed
    rmSync(directory, { recursive: true, force: true })
  }
  return { ...stage, clock, release, advance, close }
}

/** Delays events until their time. */
export const heldBack = (
  source: MarketSource,
  { horizon, moved }: Pick<Script, 'horizon' | 'moved'>,
): MarketSource => ({
  ...source,
  run: (sink, since, signal) =>
    source.run(
      {
        offer: (event) => {
          const atMs = event.kind === 'instrument' ? undefined : eventTime(event)
          return (atMs ?? 0) <= horizon() && sink.offer(event)
        },
        room: moved,
      },
      since,
      signal,
    ),
})
