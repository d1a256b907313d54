import { afterAll } from 'vitest'
import { MINUTE_MS } from '../../server/core/instant.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import type { MarketSource } from '../../server/engine/model/ports.ts'
import { marketSourceContract } from '../market-source.contract.ts'
import { openPost } from './listening-post.ts'
import { openScriptedStage, SCRIPT_BEGUN_MS } from './scripted-stage.ts'

const opened = new Set<() => Promise<void>>()

afterAll(async () => {
  for (const close of opened) await close()
})

/** A source of an exchange that begins its market when the source has its book. */
const open = async (): Promise<MarketSource> => {
  const stage = await openScriptedStage()
  const { client, source } = await openPost({ url: stage.url, clock: stage.clock, unpaced: true, haste: 10 })
  const close = async (): Promise<void> => {
    opened.delete(close)
    await client.close()
    await stage.close()
  }
  opened.add(close)
  return {
    ...source,
    market: source.market.replace(stage.url, 'a stage'),
    async run(sink, since, signal) {
      const offer = (event: MarketEvent): boolean => {
        const taken = sink.offer(event)
        if (taken && event.kind === 'bookSnapshot') stage.release(MINUTE_MS)
        return taken
      }
      try {
        await source.run({ offer, room: () => sink.room() }, since, signal)
      } finally {
        await close()
      }
    },
  }
}

marketSourceContract('an exchange on the wire of Binance', {
  open,
  enough: 100,
  sinceMs: SCRIPT_BEGUN_MS,
})
