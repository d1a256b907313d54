import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createRandom } from '../../server/core/random.ts'
import type { HostStatus } from '../../server/host/control-verbs.ts'
import { addTrader, readHostStatus } from '../soak/stage/engine-host.ts'
import { engineUrl, fileIn, makePlace, type Place } from '../soak/stage/place.ts'
import { type Program, runCommand, strike } from '../soak/stage/program.ts'
import { addKeys, startEngine, startVenue, type VenueLife } from '../soak/stage/programs.ts'
import { aDirectory } from '../support/process.ts'

const SYMBOLS = ['BTCUSDT', 'ETHUSDT']
/** A few seconds on an idle machine; five programs start here at the same time, beside any other load. */
const WITHIN_SECONDS = { timeout: 60_000, interval: 50 }
/** Timeout that covers a clock check, which runs twice a minute. */
const WITHIN_A_CHECK = { timeout: 75_000, interval: 100 }

const roots: string[] = []
const programs: Program[] = []
afterAll(async () => {
  await Promise.all(programs.map(strike))
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

const begin = (program: Program): Program => {
  programs.push(program)
  return program
}

const up = async (program: Program): Promise<Program> => {
  if ((await program.banner) !== undefined) return program
  throw new Error(`it ended with ${await program.ended}: ${program.err()}`)
}

/** Creates an exchange with configurable trouble, and its platform. */
const createSite = async () => {
  const root = aDirectory()
  roots.push(root)
  const place = await makePlace({ root, random: createRandom(roots.length), constitution: {}, symbols: SYMBOLS })
  const [venue] = await Promise.all([up(begin(startVenue(place))), addKeys(place)])
  const present = { venue }
  return {
    place,
    kill: () => strike(present.venue),
    writeFaults: (faults: object) => fileIn(root, 'faults.json', JSON.stringify(faults)),
    async startVenue(next: VenueLife = {}) {
      present.venue = await up(begin(startVenue(place, next)))
    },
  }
}

type Trouble = HostStatus['exchange']['troubles'][number]
type Code = Trouble['code']

const troublesIn = async (place: Place): Promise<readonly Trouble[]> =>
  (await readHostStatus(place))?.exchange.troubles ?? expect.fail('the engine does not answer')

/** Resolves with them when all of these are there, and no sooner. */
const untilTroubles = (place: Place, codes: readonly Code[]): Promise<readonly Trouble[]> =>
  vi.waitFor(async () => {
    const troubles = await troublesIn(place)
    expect(troubles.map(({ code }) => code)).toEqual(expect.arrayContaining([...codes]))
    return troubles
  }, WITHIN_SECONDS)

const untilWell = (place: Place, within = WITHIN_SECONDS): Promise<void> =>
  vi.waitFor(async () => {
    const status = await readHostStatus(place)
    expect([status?.exchange.troubles, status?.exchange.connected]).toEqual([[], true])
  }, within)

/** Lines of the log, by what is wrong and whether it is over, without the reasons of starts that failed. */
const readLogLines = ({ logDir }: Place): { readonly code?: Code; readonly remedy?: string; readonly msg: string }[] =>
  readFileSync(join(logDir, 'engine.log'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg !== undefined)

/** Expects a log line with a remedy at the beginning of the trouble, and one at its end. */
const expectLogged = (place: Place, codes: readonly Code[]): void => {
  for (const code of codes) {
    const lines = readLogLines(place).filter((line) => line.code === code)
    expect(lines.some(({ msg, remedy }) => msg.length > 10 && (remedy ?? '').length > 10)).toBe(true)
    expect(lines.some(({ msg }) => msg === 'exchange trouble cleared')).toBe(true)
  }
}

/** Expects the same state for a person and for a program. */
const expectDisplayed = async (place: Place, { code, remedy }: Trouble, token: string): Promise<void> => {
  const { out } = await runCommand(['status', '--data-dir', place.engineDir])
  const text = out.replace(/\s+/g, ' ')
  expect([text.includes(`${code}: `), text.includes(remedy)]).toEqual([true, true])
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${engineUrl(place)}/api/autotrading/status`, { headers })
  const { exchange } = (await response.json()) as HostStatus
  expect(exchange.troubles).toContainEqual(expect.objectContaining({ code, remedy }))
}

/** Serves a page in the exchange's place, such as a proxy shows while the exchange is down. */
const servePage = async ({ venuePort }: Place): Promise<() => Promise<void>> => {
  const server = createServer((_request, response) => {
    response.writeHead(503, { 'content-type': 'text/html' })
    response.end('<html><head><title>Back soon</title></head><body>…</body></html>')
  }).listen(venuePort, '127.0.0.1')
  await once(server, 'listening')
  return async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}

describe.concurrent('an exchange in trouble', () => {
  it('reports in status and log that it is unreachable, refuses the key or no longer trades a symbol, and continues', async () => {
    const { place, kill, startVenue: begun } = await createSite()
    await up(begin(startEngine(place)))
    const { token } = await addTrader(place, 'alice')
    await untilWell(place)

    await kill()
    const gone = await untilTroubles(place, ['UNREACHABLE', 'MARKET_STREAM', 'PRIVATE_STREAM'])
    await expectDisplayed(place, gone.find(({ code }) => code === 'UNREACHABLE') as Trouble, token)

    await begun({ apiKey: 'another-key-than-ours' })
    const refused = await untilTroubles(place, ['KEY_REFUSED'])
    const { detail, remedy } = refused.find(({ code }) => code === 'KEY_REFUSED') as Trouble
    expect([detail, remedy]).toEqual([expect.stringContaining('-2015'), expect.stringContaining('plimsoll keys add')])

    await kill()
    await begun({ symbols: ['BTCUSDT'] })
    const backAtMs = Date.now()
    const [trouble] = await untilTroubles(place, ['UNKNOWN_SYMBOL']).then((troubles) =>
      troubles.filter(({ code }) => code === 'UNKNOWN_SYMBOL'),
    )
    expect(trouble).toMatchObject({
      detail: expect.stringContaining('ETHUSDT'),
      remedy: expect.stringContaining('--symbols'),
    })
    await expectDisplayed(place, trouble as Trouble, token)
    await vi.waitFor(async () => {
      const status = await readHostStatus(place)
      const { at } = status?.lastReconciliation ?? {}
      expect(Date.parse(at ?? '')).toBeGreaterThan(backAtMs)
      expect(status?.exchange.troubles.map(({ code }) => code)).toEqual(['UNKNOWN_SYMBOL'])
    }, WITHIN_A_CHECK)
    expectLogged(place, ['UNREACHABLE', 'MARKET_STREAM', 'PRIVATE_STREAM', 'KEY_REFUSED'])
  }, 240_000)

  it('rejects a start with unknown symbols or other keys, waits while the exchange is impaired, and reports its clock offset', async () => {
    const { place, kill, writeFaults, startVenue: begun } = await createSite()
    const unlisted = begin(startEngine(place, { symbols: 'BTCUSDT,NOSUCHUSDT' }))
    expect(await unlisted.banner).toBeUndefined()
    expect([await unlisted.ended, unlisted.err()]).toEqual([1, expect.stringMatching(/NOSUCHUSDT.*--symbols/)])

    await addKeys(place, { apiKey: 'a-key-of-somebody-else' })
    const refused = begin(startEngine(place))
    expect(await refused.banner).toBeUndefined()
    expect([await refused.ended, refused.err()]).toEqual([1, expect.stringMatching(/refuses the key.*check the key/s)])
    await addKeys(place)

    await kill()
    const stopPage = await servePage(place)
    const engine = begin(startEngine(place))
    await vi.waitFor(() => {
      const lines = readLogLines(place).filter(({ msg }) => msg.includes('Retrying in'))
      expect(lines.length).toBeGreaterThan(1)
      expect(lines[0]?.msg).toMatch(/503.*a page "Back soon"/)
    }, WITHIN_SECONDS)
    await stopPage()
    await begun({ faultsPath: writeFaults({ clockSkewMs: 2_000 }) })
    await up(engine)
    const [trouble] = await untilTroubles(place, ['CLOCK'])
    expect(trouble?.remedy).toContain('Synchronise the clock')

    await kill()
    await begun()
    await untilWell(place, WITHIN_A_CHECK)
    expectLogged(place, ['CLOCK'])
  }, 240_000)
})
