import { openClient } from './open-client.ts'

/** Prints the ticker of an instrument five times as it changes. */
const { stream } = openClient()
const [symbol = 'BTCUSDT'] = process.argv.slice(2)

let count = 0
for await (const { data } of stream.channel(`market.ticker:${symbol}`)) {
  console.log(`${symbol} last ${data.lastPrice} bid ${data.bestBidPrice} ask ${data.bestAskPrice}`)
  if (++count === 5) break
}
stream.close()
