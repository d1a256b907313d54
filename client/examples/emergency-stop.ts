import { openClient } from './open-client.ts'

/** Stops all trading and follows the stop until it is complete. Only the host clears it: `plimsoll stop clear`. */
const client = openClient()
const [reason = 'requested by the example'] = process.argv.slice(2)

const { stopId, alreadyLatched, latchPersistence } = await client.emergencyStop({ reason })
console.log(`${stopId} ${alreadyLatched ? 'was engaged already' : 'is engaged'}, kept in ${latchPersistence}`)

for await (const { data } of client.stream.channel('autotrading.status')) {
  const { stop, state } = data
  console.log(`${state} ${stop?.phase}: ${stop?.orders.cancelled} orders cancelled, ${stop?.orders.pending} pending`)
  if (stop?.phase === 'COMPLETE') break
}
client.stream.close()
