import { openClient } from './open-client.ts'

/** Prints what each strategy said last and, when asked for more messages, what is said from then on. */
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
