import type { BookView } from '@plimsoll/client'
import { openClient } from './open-client.ts'

/** Keeps the best 50 levels of an instrument and prints the best bid and ask of the first ten that are in sync. */
const { stream } = openClient()
const [symbol = 'BTCUSDT'] = process.argv.slice(2)

stream.watch((event) => {
  if (event.kind === 'gap') console.log(`a message was missing in ${event.channel}: the order book is reloaded`)
})

let count = 0
const book = stream.book(symbol, 50)
const print = ({ state, bids, asks }: BookView): void => {
  if (state !== 'SYNCED') return console.log(`${symbol} ${state}`)
  console.log(`${symbol} ${bids[0]?.join(' × ')} | ${asks[0]?.join(' × ')}, ${bids.length} and ${asks.length} levels`)
  if (++count === 10) stream.close()
}
const stopPrinting = book.onChange((view) => {
  if (count < 10) print(view)
  else stopPrinting()
})
