import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../server/core/instant.ts'
import { openStage } from '../venue-wire/venue-stage.ts'
import { listen, openPost } from './listening-post.ts'

it('the market of an exchange over the Binance wire states that liquidations are received, until it is lost', {
  timeout: 120_000,
}, async ({ onTestFinished }) => {
  const stage = await openStage({})
  const { client, source } = await openPost({ url: stage.url, haste: 10 })
  const listener = listen(source, { since: () => Date.now() - 3 * MINUTE_MS })
  onTestFinished(async () => {
    await listener.stop()
    await client.close()
  })
  await listener.until(() => listener.countEvents('liquidationStream') > 0)
  const { liquidations } = listener.entry('BTCUSDT').micro
  const { fromMs } = liquidations
  expect(fromMs).not.toBeNull()
  await listener.until(() => liquidations.toMs > (fromMs ?? 0))
  await stage.close()
  await listener.until(() => liquidations.fromMs === null)
})
