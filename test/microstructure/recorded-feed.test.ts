import { beforeAll, describe, expect, it } from 'vitest'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import { classifyPosture } from '../../server/domain/microstructure/component.ts'
import { presetRate } from '../../server/domain/microstructure/event-rate.ts'
import type { MicroEvent } from '../../server/domain/microstructure/micro-event.ts'
import type { Micro } from '../../server/domain/microstructure/micro-state.ts'
import { sharedData } from '../support/shared-data.ts'
import { everyNumber } from './every-number.ts'
import { type Episode, inject } from './injection.ts'
import { createMicroFeed } from './micro-feed.ts'
import { recordedEvents } from './recorded-events.ts'

const path = sharedData('binance-usdm-raw-feed/btcusdt_20240808.jsonl.gz')
const where = 'needs ../shared/data beside the repository'
const SYMBOL = 'BTCUSDT'
const FIRST_MS = Date.UTC(2024, 7, 8, 23, 55)
const EVERY_MS = 10_000
const EPISODES = 29

let events: MarketEvent[] = []

beforeAll(async () => {
  if (path) events = await recordedEvents(path)
}, 120_000)

/** A week in which either finding was made six times an hour. */
const withWeek = ({ spoofRate, layerRate }: Micro): void => {
  for (const rate of [spoofRate, layerRate]) presetRate(rate, { perHour: 6, days: 7 })
}

const play = (episodes: readonly Episode[], prepare: (micro: Micro) => void = withWeek) => {
  const feed = createMicroFeed(prepare)
  const detected = new Set<MicroEvent>()
  inject(events, episodes, (event) => {
    feed.receive(event)
    if (event.kind === 'bookDelta') for (const finding of feed.micro(SYMBOL).events) detected.add(finding)
  })
  const reading = feed.reading(SYMBOL)
  const findLevel = (id: string) => reading.components.find((component) => component.id === id)?.level
  return { feed, reading, detected: [...detected], findLevel }
}

const many = (episode: Omit<Episode, 'atMs' | 'side'>): Episode[] =>
  Array.from({ length: EPISODES }, (_, index) => ({
    ...episode,
    atMs: FIRST_MS + index * EVERY_MS,
    side: index % 2 === 0 ? 'BID' : 'ASK',
  }))

const matches = ({ atMs, side, lifeMs }: Episode, event: MicroEvent): boolean =>
  event.side === side && Math.abs(event.beganMs - atMs) <= 500 && Math.abs(event.atMs - atMs - lifeMs) <= 1_000

const detectedShare = (
  episodes: readonly Episode[],
  detected: readonly MicroEvent[],
  kind: MicroEvent['kind'],
): number => {
  const those = detected.filter((event) => event.kind === kind)
  return episodes.filter((episode) => those.some((event) => matches(episode, event))).length / episodes.length
}

describe(`the recorded book of BTCUSDT (${where})`, () => {
  it.skipIf(!path)('raises nothing, though large adds vanish hundreds of times a minute', () => {
    const { reading, findLevel, detected, feed } = play([])
    expect(feed.entry(SYMBOL).book.state).toBe('SYNCED')
    expect(reading.flow.band.largeVanished).toBeGreaterThan(1_500)
    expect([findLevel('spoof'), findLevel('layering')]).toEqual(['CLEAN', 'CLEAN'])
    expect(detected.filter(({ kind }) => kind === 'CONSISTENT_WITH_SPOOFING')).toEqual([])
    expect(detected.length).toBeLessThanOrEqual(2)
    expect(everyNumber(reading).filter((value) => !Number.isFinite(value))).toEqual([])
  })

  it.skipIf(!path)('is not rated clean on five minutes of evidence', () => {
    const { reading } = play([], () => {})
    expect(new Set(reading.components.map(({ level }) => level))).toEqual(new Set(['INSUFFICIENT_EVIDENCE']))
    expect(classifyPosture(reading)).toBe('INSUFFICIENT_EVIDENCE')
    for (const { evidence } of reading.components) expect(evidence.have).toBeLessThan(evidence.need)
  })

  it.skipIf(!path)('reveals nearly every injected spoof, on its side and at its time', () => {
    const levels = [{ bps: 8, afterMs: 0 }]
    const episodes = many({ lifeMs: 1_500, levels, move: 0.35, sizeMin: 130_000, aggression: 0 })
    const { detected, findLevel, reading } = play(episodes)
    expect(detectedShare(episodes, detected, 'CONSISTENT_WITH_SPOOFING')).toBeGreaterThanOrEqual(0.9)
    expect([findLevel('spoof'), findLevel('layering'), classifyPosture(reading)]).toEqual([
      'HOSTILE',
      'CLEAN',
      'HOSTILE',
    ])
  })

  it.skipIf(!path)('reveals nearly every injected ladder against aggression, with or without a baseline', () => {
    const levels = [5, 8, 11, 14].map((bps, index) => ({ bps, afterMs: index * 100 }))
    const episodes = many({ lifeMs: 2_000, levels, move: 0.35, sizeMin: 130_000, aggression: 150_000 })
    for (const prepare of [withWeek, () => {}]) {
      const { detected, findLevel, reading } = play(episodes, prepare)
      expect(detectedShare(episodes, detected, 'CONSISTENT_WITH_LAYERING')).toBeGreaterThanOrEqual(0.9)
      expect([findLevel('layering'), classifyPosture(reading)]).toEqual(['HOSTILE', 'HOSTILE'])
    }
  })

  it.skipIf(!path)('does not report ladders without trades as layering', () => {
    const levels = [5, 8, 11, 14].map((bps, index) => ({ bps, afterMs: index * 100 }))
    const episodes = many({ lifeMs: 2_000, levels, move: 0.35, sizeMin: 130_000, aggression: 0 })
    const { detected, findLevel } = play(episodes)
    expect(detectedShare(episodes, detected, 'CONSISTENT_WITH_LAYERING')).toBeLessThanOrEqual(0.2)
    expect(findLevel('layering')).not.toBe('HOSTILE')
  })
})
