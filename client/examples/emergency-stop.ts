import { openClient } from './open-client.ts'

/** Stops all trading and follows the stop until nothing is left to do. Only the host lets go of it: `plimsoll stop clear`. */
const client = openClient()
const [reason = 'asked for by the example'] = process.argv.slice(2)

const { stopId, alreadyLatched, latchPersistence } = await client.emergencyStop({ reason })
console.log(`${stopId} ${alreadyLatched ? 'stands already' : 'is engaged'}, kept in ${latchPersistence}`)

for await (const { data } of client.stream.channel('autotrading.status')) {
  const { stop, state } = data
  console.log(`${state} ${stop?.phase}: ${stop?.orders.cancelled} orders taken back, ${stop?.orders.pending} to go`)
  if (stop?.phase === 'COMPLETE') break
}
client.stream.close()
