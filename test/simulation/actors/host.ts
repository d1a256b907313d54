import type { Instant } from '../../../server/core/instant.ts'
import { createRandom, hash32 } from '../../../server/core/random.ts'
import type { Raise } from '../../../server/engine/desks/host-desk.ts'
import { createDraw, type Draw } from '../world/draw.ts'
import { visit } from '../world/engine-process.ts'
import type { OpenControl } from '../world/open-control.ts'
import { add } from '../world/totals.ts'
import type { World } from '../world/world.ts'

/** State displayed to the host, and the process life that displayed it. */
interface PendingConfirmation {
  readonly hostControl: OpenControl
  readonly what: Raise
  readonly code: string
  readonly atMs: Instant
}

const CHECK_DELAY_MS = 300
const MEAN_WAIT_MS = 2_500
/** Delays of the host before confirming; a code lives for a minute. */
const THINKS_MS = [100, 100, 600, 1_500, 5_000, 61_000]

/**
 * Simulates a host that checks occasionally, reads the current state and confirms it: mostly immediately, sometimes
 * much later.
 */
export const beginHost = (world: World): void => {
  const { plan, scheduler } = world
  const draw = createDraw(createRandom(hash32(plan.seed, 2)))
  const check = (): void => {
    if (scheduler.nowMs >= plan.hostUntilMs) return
    consider(world, draw)
    scheduler.after(CHECK_DELAY_MS + draw.wait(MEAN_WAIT_MS), check)
  }
  scheduler.after(draw.wait(MEAN_WAIT_MS), check)
}

const consider = (world: World, draw: Draw): void => {
  const ledger = world.process.life?.state.ledger
  const what: Raise | undefined = ledger?.latch
    ? 'clearStop'
    : ledger?.control.state === 'PAUSED'
      ? 'resume'
      : undefined
  const thinksMs = draw.pick(THINKS_MS)
  const errs = draw.chance(0.05)
  if (what === undefined) return
  visit(world.process, async (hostControl) => {
    const { code, obstacle } = hostControl.raising.show(what)
    add(world.totals, `${what} shown${obstacle ? ` ${obstacle.code}` : ''}`)
    const pending = { hostControl, what, code: errs ? 'wrong' : code, atMs: world.scheduler.nowMs }
    world.scheduler.after(thinksMs, () => confirm(world, pending))
  })
}

const confirm = (world: World, { hostControl, what, code, atMs }: PendingConfirmation): void =>
  visit(world.process, async (present) => {
    if (present !== hostControl) return
    world.confirming.push(what)
    const confirmed = await hostControl.raising.confirm(what, { code, reason: 'reviewed' }).finally(() => {
      if (world.process.life?.control === hostControl) world.confirming.splice(world.confirming.indexOf(what), 1)
    })
    add(world.totals, `${what} ${confirmed.ok ? 'confirmed' : `refused ${confirmed.code}`}`)
    if (!confirmed.ok || what !== 'clearStop' || world.stop.letGo(atMs)) return
    world.evidence.violate('I10', 'a stop was cleared with a state shown before the stop was requested')
  })
