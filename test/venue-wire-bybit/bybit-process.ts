import { runVenue } from '../../venue/run-venue.ts'

/** Exchange in a separate process, on the wire of Bybit, for tests that end it; the first argument is its directory. */
const [dataDir = '.', apiKey = '', apiSecret = ''] = process.argv.slice(2)
await runVenue(
  { wire: 'bybit', port: '0', apiKey, apiSecret, seed: '7', json: true },
  {
    clock: Date.now,
    random: Math.random,
    dataDir,
    out: (text) => void process.stdout.write(text),
    stop: new Promise((resolve) => process.once('SIGTERM', resolve)),
  },
)
