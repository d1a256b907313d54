import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type ChildServer, startChild } from '../../../bench/child.ts'
import { median } from '../../../bench/measure.ts'
import { type Checked, joinChecked, joinCrowd } from './reader.ts'

const HELP = `npm run soak:stream -- [--minutes 10]   a trading server with many stream clients, some of which check every number
                       [--clients 500]
Checks the memory of the server, gaps, and a client that has stopped reading. The exit code is 1 when a guarantee was broken.
`
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    clients: { type: 'string', default: '500' },
    help: { type: 'boolean', default: false },
  },
})
const PER_USER = 5
const CHECKED = 10
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
  for (let readers = 0; readers < clients + CHECKED + PER_USER; readers += PER_USER)
    tokens.push(await server.request<string>('token'))
  const getToken = (index: number): string => tokens[Math.floor(index / PER_USER)] as string
  const crowd = await Promise.all(
    Array.from({ length: clients }, (_none, index) => joinCrowd(server.url, getToken(index))),
  )
  const checked: Checked[] = []
  for (let index = 0; index < CHECKED; index++) checked.push(await joinChecked(server.url, getToken(clients + index)))
  const stopped = await joinChecked(server.url, tokens.at(-1) as string)
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
  const faults = judge({ samples, checked, stopped, cut: crowd.filter(({ destroyed }) => destroyed).length })
  for (const wire of crowd) wire.destroy()
  for (const { socket } of checked) socket.terminate()
  stopped.socket.terminate()
  await server.stop()
  return faults
}

interface Evidence {
  readonly samples: readonly Sample[]
  readonly checked: readonly Checked[]
  readonly stopped: Checked
  readonly cut: number
}

const judge = ({ samples, checked, stopped, cut }: Evidence): string[] => {
  const perMinute = 60_000 / SAMPLE_MS
  const early = median(samples.slice(perMinute, 2 * perMinute).map(({ residentMib }) => residentMib))
  const late = median(samples.slice(-perMinute).map(({ residentMib }) => residentMib))
  const messages = checked.reduce((sum, one) => sum + one.messages, 0)
  const gaps = checked.flatMap((one) => one.gaps)
  process.stdout.write(`
resident memory: ${early.toFixed(0)} MiB in the second minute, ${late.toFixed(0)} MiB in the last
median response time of the server: ${median(samples.map(({ answerMs }) => answerMs)).toFixed(1)} ms
messages compared: ${messages.toLocaleString('en')}, gaps ${gaps.length}
client that stopped reading: ${stopped.closed === undefined ? 'still connected' : `closed with ${stopped.closed}`}, ${stopped.messages} messages read
`)
  return [
    ...gaps.slice(0, 10).map((gap) => `a gap: ${gap}`),
    ...(late > early * GROWTH_MAX ? [`memory has grown from ${early.toFixed(0)} to ${late.toFixed(0)} MiB`] : []),
    ...(cut > 0 ? [`${cut} clients that read were cut off`] : []),
    ...checked.flatMap(({ closed }) => (closed === undefined ? [] : [`a client that reads was closed with ${closed}`])),
  ]
}

if (values.help) process.stdout.write(HELP)
else {
  const faults = await run(Number(values.minutes), Number(values.clients))
  for (const fault of faults) process.stderr.write(`broken: ${fault}\n`)
  process.exit(faults.length > 0 ? 1 : 0)
}
