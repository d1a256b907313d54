import { serveParent } from './child.ts'
import { EVENTS_PER_SECOND } from './load.ts'
import { manySpecs } from './many-specs.ts'
import { openMarket } from './market.ts'
import { openPlatform } from './platform.ts'
import { liftStop } from './raise.ts'

/**
 * Platform server of the emergency stop benchmark, run as a child process: its engine also receives the events of many
 * more instruments, and it clears a stop when the parent sends the command.
 */
const { platform, token, close } = await openPlatform()
const others = manySpecs(EVENTS_PER_SECOND).slice(platform.exchange.source.instruments.length)
const market = openMarket({ specs: others, live: true, clock: Date.now, onOpen: () => {}, observe: () => {} })
const stopping = new AbortController()
const running = market.source.run(platform.engine.sink, () => undefined, stopping.signal)
await market.opened
serveParent(
  { url: platform.url, token, path: '' },
  {
    async stop() {
      stopping.abort()
      await running
      await close()
    },
    lift: () => liftStop({ raising: platform.control.raising, ledger: platform.engine.state.ledger }),
    countPublished: async () => market.publishedCount(),
  },
)
