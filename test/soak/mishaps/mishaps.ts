import { setTimeout } from 'node:timers/promises'
import { count, noteDuration, violate } from '../evidence.ts'
import { bothUpSince, type Soak, untilReconciled } from '../soak.ts'
import { readHostStatus, waitFor } from '../stage/engine-host.ts'
import { freeze, kill } from '../stage/keeper.ts'
import { emergency, letGo, resume } from './emergency.ts'

/** Maximum time to an automatic reconciliation, without intervention, once both programs are up. */
const RECONCILED_WITHIN_MS = 120_000
const UP_WITHIN_MS = 120_000

interface Mishap {
  readonly name: string
  readonly weight: number
  /** Absent when always possible. */
  readonly isPossible?: (soak: Soak) => boolean
  run(soak: Soak): Promise<void>
}

const MISHAPS: readonly Mishap[] = [
  {
    name: 'kill of the engine',
    weight: 20,
    run: ({ engine, random }) => kill(engine, random() * 3_000),
  },
  {
    name: 'kill of the engine right after an acknowledgement',
    weight: 15,
    async run(soak) {
      await afterAcknowledgement(soak)
      await kill(soak.engine, soak.random() * 2_000)
    },
  },
  {
    name: 'kill of the exchange',
    weight: 15,
    run: ({ venue, random }) => kill(venue, random() ** 3 * 15_000),
  },
  {
    name: 'kill of the exchange right after an acknowledgement',
    weight: 10,
    async run(soak) {
      await afterAcknowledgement(soak)
      await kill(soak.venue, soak.random() * 2_000)
    },
  },
  {
    name: 'kill of both',
    weight: 8,
    async run({ engine, venue, random }) {
      await Promise.all([kill(engine, random() * 3_000), kill(venue, random() * 5_000)])
    },
  },
  { name: 'emergency stop', weight: 25, run: emergency },
  {
    name: 'cut of the private stream',
    weight: 8,
    isPossible: ({ reader }) => reader.cutStream !== null,
    async run({ reader }) {
      await reader.cutStream?.().catch(() => {})
    },
  },
  { name: 'freeze of the engine', weight: 6, run: (soak) => hold(soak, 'engine', 500 + soak.random() * 10_000) },
  { name: 'freeze of the exchange', weight: 6, run: (soak) => hold(soak, 'venue', 500 + soak.random() * 8_000) },
]

/** Causes one mishap after another until the soak is over. */
export const keepStriking = async (soak: Soak): Promise<void> => {
  const { random, evidence } = soak
  while (!soak.over) {
    await setTimeout(3_000 + random() * 17_000)
    if (soak.over) return
    const mishap = draw(soak)
    count(evidence, mishap.name)
    const beganAtMs = Date.now()
    await mishap.run(soak)
    if (mishap.run !== emergency && random() < 0.8) await expectReconciled(soak, mishap.name, beganAtMs)
    await goOn(soak)
  }
}

const draw = (soak: Soak): Mishap => {
  const possible = MISHAPS.filter(({ isPossible }) => isPossible?.(soak) ?? true)
  let left = soak.random() * possible.reduce((sum, { weight }) => sum + weight, 0)
  const drawn = possible.find(({ weight }) => {
    left -= weight
    return left < 0
  })
  return drawn ?? (MISHAPS[0] as Mishap)
}

const ACKNOWLEDGED_WITHIN_MS = 10_000

const afterAcknowledgement = (soak: Soak): Promise<unknown> =>
  Promise.race([
    new Promise<void>((resolve) => {
      soak.onAcknowledged = resolve
    }),
    setTimeout(ACKNOWLEDGED_WITHIN_MS),
  ])

const hold = async (soak: Soak, which: 'engine' | 'venue', forMs: number): Promise<void> => {
  soak.frozen = true
  await freeze(soak[which], forMs)
  soak.thawedAtMs = Date.now()
  soak.frozen = false
}

/** Measures the time until reconciliation succeeds once both are up, and reports a violation when it takes too long. */
export const expectReconciled = async (soak: Soak, after: string, beganAtMs: number): Promise<void> => {
  const { evidence } = soak
  const up = await waitFor(() => bothUpSince(soak), { withinMs: UP_WITHIN_MS, everyMs: 50 })
  if (up === undefined) {
    violate(evidence, { promise: 'UP', words: `not both programs are up ${UP_WITHIN_MS} ms after a ${after}` })
    return
  }
  const sinceMs = Math.max(up, beganAtMs)
  if (await untilReconciled(soak, sinceMs, RECONCILED_WITHIN_MS)) {
    noteDuration(evidence, `until reconciled after a ${after}`, Date.now() - sinceMs)
    count(evidence, 'recoveries')
    return
  }
  violate(evidence, {
    promise: 'RECONCILED',
    words: `not reconciled ${RECONCILED_WITHIN_MS} ms after a ${after}`,
    observed: await readHostStatus(soak.place),
  })
}

/** Clears stops and pauses caused by mishaps, so that the soak continues. */
const goOn = async (soak: Soak): Promise<void> => {
  const status = await readHostStatus(soak.place)
  if (status?.state === 'HALTED') await letGo(soak, undefined)
  else if (status?.state === 'PAUSED') await resume(soak)
}
