import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type ChildServer, startChild } from '../../../bench/child.ts'
import { median } from '../../../bench/measure.ts'
import { startCrowd } from './crowd.ts'
import { runGateways } from './gateways.ts'
import { CHECKED, type Checked, type CrowdTally, countUsers, getToken, joinChecked, listChannels } from './reader.ts'

const HELP = `npm run soak:stream -- [--minutes 10]   a trading server with many stream clients, some of which check every number
                       [--clients 500]
                       [--gateways N]   N gateways of one engine with PostgreSQL instead, with --clients each
Checks the memory of the server, gaps, and a client that has stopped reading; with gateways, gaps, the time until an update
is received, and the latency of decisions compared with that without clients. The exit code is 1 when a guarantee was broken.
`
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    clients: { type: 'string', default: '500' },
    gateways: { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
})
const CHANNELS = listChannels(['BTCUSDT', 'ETHUSDT', 'SOLUSDT'])
const SAMPLE_MS = 5_000
const MIB = 1024 * 1024
/** Maximum growth, relative to the memory of the second minute. */
const GROWTH_MAX = 1.1

interface Sample {
  readonly residentMib: number
  readonly cpuShare: number
  /** Latency of a request unrelated to the stream. */
  readonly answerMs: number
}

const takeSample = async (server: ChildServer, cpuBefore: number): Promise<Sample & { readonly cpuSec: number }> => {
  const since = performance.now()
  await (await fetch(`${server.url}/readyz`)).text()
  const answerMs = performance.now() - since
  const { cpuSec, residentBytes } = await server.usage()
  return { residentMib: residentBytes / MIB, cpuShare: ((cpuSec - cpuBefore) * 1_000) / SAMPLE_MS, answerMs, cpuSec }
}

const run = async (minutes: number, clients: number): Promise<string[]> => {
  const server = await startChild('../test/soak/stream/server.ts')
  const tokens: string[] = []
  for (let user = 0; user <= countUsers(clients + CHECKED); user++) tokens.push(await server.request<string>('token'))
  const crowd = await startCrowd({ url: server.url, tokens, clients, channels: CHANNELS })
  const join = (token: string): Promise<Checked> => joinChecked({ url: server.url, token, channels: CHANNELS })
  const checked: Checked[] = []
  for (let index = 0; index < CHECKED; index++) checked.push(await join(getToken(tokens, clients + index)))
  const stopped = await join(tokens.at(-1) as string)
  stopped.socket.pause()
  const samples: Sample[] = []
  let { cpuSec } = await server.usage()
  for (const endMs = performance.now() + minutes * 60_000; performance.now() < endMs; ) {
    await setTimeout(SAMPLE_MS)
    const sample = await takeSample(server, cpuSec)
    cpuSec = sample.cpuSec
    samples.push(sample)
    process.stderr.write(
      `\r${samples.length * (SAMPLE_MS / 1_000)} s: ${sample.residentMib.toFixed(0)} MiB, ${(sample.cpuShare * 100).toFixed(0)}% of a core, response time ${sample.answerMs.toFixed(1)} ms   `,
    )
  }
  stopped.socket.resume()
  await setTimeout(SAMPLE_MS)
  const faults = judge({ samples, checked, stopped, clients, tally: await crowd.tally() })
  await crowd.stop()
  for (const { socket } of checked) socket.terminate()
  stopped.socket.terminate()
  await server.stop()
  return faults
}

interface Evidence {
  readonly samples: readonly Sample[]
  readonly checked: readonly Checked[]
  readonly stopped: Checked
  readonly clients: number
  readonly tally: CrowdTally
}

const judge = ({ samples, checked, stopped, clients, tally }: Evidence): string[] => {
  const perMinute = 60_000 / SAMPLE_MS
  const early = median(samples.slice(perMinute, 2 * perMinute).map(({ residentMib }) => residentMib))
  const late = median(samples.slice(-perMinute).map(({ residentMib }) => residentMib))
  const messages = checked.reduce((sum, one) => sum + one.messages, tally.messages)
  const gaps = [...checked.flatMap((one) => one.gaps), ...tally.gaps]
  process.stdout.write(`
resident memory: ${early.toFixed(0)} MiB in the second minute, ${late.toFixed(0)} MiB in the last
median response time of the server: ${median(samples.map(({ answerMs }) => answerMs)).toFixed(1)} ms
messages compared: ${messages.toLocaleString('en')}, gaps ${gaps.length}
client that stopped reading: ${stopped.closed === undefined ? 'still connected' : `closed with ${stopped.closed}`}, ${stopped.messages} messages read
`)
  return [
    ...gaps.slice(0, 10).map((gap) => `a gap: ${gap}`),
    ...(late > early * GROWTH_MAX ? [`memory has grown from ${early.toFixed(0)} to ${late.toFixed(0)} MiB`] : []),
    ...(tally.contiguous < clients
      ? [`${clients - tally.contiguous} clients that read were cut off or have a gap`]
      : []),
    ...checked.flatMap(({ closed }) => (closed === undefined ? [] : [`a client that reads was closed with ${closed}`])),
  ]
}

if (values.help) process.stdout.write(HELP)
else {
  const [minutes, clients, gateways] = [values.minutes, values.clients, values.gateways].map(Number) as [
    number,
    number,
    number,
  ]
  const faults = gateways > 0 ? await runGateways({ minutes, clients, gateways }) : await run(minutes, clients)
  for (const fault of faults) process.stderr.write(`broken: ${fault}\n`)
  process.exit(faults.length > 0 ? 1 : 0)
}
