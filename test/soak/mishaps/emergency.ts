import { setTimeout } from 'node:timers/promises'
import type { HostStatus } from '../../../server/host/control-verbs.ts'
import { count, noteDuration, type StopEpisode, violate } from '../evidence.ts'
import { bothUpSince, type Soak } from '../soak.ts'
import { raise, readHostStatus, requestHost, waitFor } from '../stage/engine-host.ts'
import { kill } from '../stage/keeper.ts'
import { engineUrl } from '../stage/place.ts'
import { type Standing, uncoveredIn, unprotectiveIn } from '../stage/venue-books.ts'
import { describeStanding, UNCOVERED_MAX_MS } from '../watch.ts'

const COMPLETE_WITHIN_MS = 180_000
const RAISED_WITHIN_MS = 180_000

/** Stops everything, possibly with a crash during the stop; checks the exchange afterwards, and clears the stop. */
export const emergency = async (soak: Soak): Promise<void> => {
  const { random, evidence } = soak
  const episode: StopEpisode = { requestedAtMs: Date.now(), acknowledgedAtMs: null, stopId: null, clearedAtMs: null }
  evidence.stops.push(episode)
  const flatten = random() < 0.3 ? 'REDUCE_ONLY' : 'NONE'
  const stopRequest = requestStop(soak, episode, flatten)
  const draw = random()
  if (draw < 0.5) await cutOff(soak, draw)
  await stopRequest
  for (let attempts = 0; episode.acknowledgedAtMs === null && attempts < 60; attempts++) {
    await setTimeout(1_000)
    await requestStop(soak, episode, flatten)
  }
  const complete = await untilComplete(soak)
  if (!complete) return giveUp(soak, episode)
  noteDuration(evidence, 'from asking for a stop until it was complete', Date.now() - episode.requestedAtMs)
  await hold(soak, episode)
  await letGo(soak, episode)
}

/** Kills the engine during the stop, as early as its first write. */
const cutOff = async (soak: Soak, draw: number): Promise<void> => {
  const { random, evidence } = soak
  await setTimeout(random() ** 2 * 1_500)
  if (draw < 0.35) {
    count(evidence, 'kills of the engine amid a stop')
    await kill(soak.engine, random() * 1_000)
  }
  if (draw > 0.25) {
    count(evidence, 'kills of the exchange amid a stop')
    await kill(soak.venue, random() * 4_000)
  }
}

const ANSWER_WITHIN_MS = 10_000

/** Requests the stop; without a response its outcome is unknown. */
const requestStop = async (soak: Soak, episode: StopEpisode, flatten: string): Promise<void> => {
  const [trader] = soak.traders
  if (!trader) return
  try {
    const response = await fetch(`${engineUrl(soak.place)}/api/emergency-stop`, {
      method: 'POST',
      headers: { authorization: `Bearer ${trader.caller.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'soak', flatten }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const answer = (await response.json()) as { stopId?: string }
    if (response.status >= 300 || answer.stopId === undefined) {
      count(soak.evidence, `stops answered with ${response.status}`)
      return
    }
    episode.acknowledgedAtMs = Date.now()
    episode.stopId = answer.stopId
  } catch {
    count(soak.evidence, 'unanswered stops')
  }
}

const untilComplete = (soak: Soak): Promise<HostStatus | undefined> =>
  waitFor(
    async () => {
      const status = await readHostStatus(soak.place)
      return status?.state === 'HALTED' && status.stop?.phase === 'COMPLETE' ? status : undefined
    },
    { withinMs: COMPLETE_WITHIN_MS },
  )

const giveUp = async (soak: Soak, episode: StopEpisode): Promise<void> => {
  const observed = await readHostStatus(soak.place)
  const words = `the stop ${episode.stopId} is not complete after ${COMPLETE_WITHIN_MS} ms`
  violate(soak.evidence, { promise: 'I3', words, observed })
  await letGo(soak, episode)
}

/** Keeps the stop engaged for a while, possibly through another crash; meanwhile no open order may open a position. */
const hold = async (soak: Soak, { stopId }: StopEpisode): Promise<void> => {
  const { random, evidence } = soak
  if (random() < 0.3) {
    count(evidence, 'kills of the engine under a stop')
    await kill(soak.engine, random() * 1_000)
    const status = await waitFor(() => readHostStatus(soak.place), { withinMs: 60_000 })
    if (status && (status.state !== 'HALTED' || status.latch.stopId !== stopId)) {
      violate(evidence, { promise: 'I10', words: `${stopId} was forgotten in a restart`, observed: status })
    }
  }
  await setTimeout(1_000 + random() * 4_000)
  const standing = await readStanding(soak)
  if (standing) await checkSwept(soak, standing)
}

/** Reads open orders and positions at the exchange, only while both programs are up. */
const readStanding = async (soak: Soak): Promise<Standing | undefined> => {
  const standing = await soak.reader.standing().catch(() => undefined)
  return bothUpSince(soak) === undefined ? undefined : standing
}

const checkSwept = async (soak: Soak, standing: Standing): Promise<void> => {
  const { evidence } = soak
  if (unprotectiveIn(standing).length > 0) {
    const observed = describeStanding(standing)
    violate(evidence, { promise: 'I3', words: 'orders are open after a completed stop', observed })
  }
  if (!(await untilCovered(soak))) {
    violate(evidence, {
      promise: 'I5',
      words: 'a position has no stop after a complete stop',
      observed: describeStanding(standing),
    })
  }
  count(evidence, 'completed stops checked')
}

/** Waits until every position is covered, since the exchange may lose a stop at any moment. */
const untilCovered = (soak: Soak): Promise<true | undefined> =>
  waitFor(
    async () => {
      const standing = await readStanding(soak)
      return standing && soak.place.symbols.every((symbol) => uncoveredIn(standing, symbol) === 0n) ? true : undefined
    },
    { withinMs: UNCOVERED_MAX_MS, everyMs: 500 },
  )

/** Acts as the host: clears the stop, and resumes autotrading. */
export const letGo = async (soak: Soak, episode: StopEpisode | undefined): Promise<void> => {
  const { place, evidence } = soak
  const cleared = await waitFor(
    async () => {
      const beforeMs = Date.now()
      if (!(await raise(place, 'stop'))) return undefined
      if (episode) episode.clearedAtMs = beforeMs
      return true
    },
    { withinMs: RAISED_WITHIN_MS, everyMs: 1_000 },
  )
  if (episode) episode.clearedAtMs ??= Date.now()
  if (!cleared) {
    const observed = await requestHost(place, 'stop.show').catch(String)
    violate(evidence, { promise: 'CLEAR', words: 'the stop cannot be cleared', observed: observed })
    return
  }
  await resume(soak)
}

/** Ends a pause, whoever requested it. */
export const resume = async ({ place, evidence }: Soak): Promise<void> => {
  const running = await waitFor(
    async () => {
      const status = await readHostStatus(place)
      if (status?.state === 'PAUSED') await raise(place, 'resume')
      return status?.state === 'RUNNING' || status?.state === 'DEGRADED' ? status : undefined
    },
    { withinMs: RAISED_WITHIN_MS, everyMs: 500 },
  )
  if (running) return
  violate(evidence, { promise: 'RESUME', words: 'it cannot be resumed', observed: await readHostStatus(place) })
}
