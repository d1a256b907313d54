import { openClient } from './open-client.ts'

/** Prints the last signal of each strategy and, when more messages are requested, those that follow. */
const { stream } = openClient()
const messages = Number(process.argv[2] ?? 1)

let count = 0
for await (const { type, data, dropped } of stream.channel('signals')) {
  if (dropped > 0) console.log(`${dropped} messages were dropped: GET /api/v381/signals/history has them`)
  console.log(`${type}: ${data.items.length} signals`)
  for (const { symbol, timeframe, strategyId, direction, confidence, state } of data.items) {
    console.log(
      `${symbol} ${timeframe} ${strategyId} ${direction} confidence ${confidence ?? 'not known yet'} ${state}`,
    )
  }
  if (++count === messages) break
}
stream.close()
