import type { Actor } from '../../../server/engine/model/events.ts'
import type { Deed } from '../world/deeds.ts'
import { visit } from '../world/engine-process.ts'
import { add } from '../world/totals.ts'
import type { World } from '../world/world.ts'

const SOMEBODY: Actor = { type: 'USER', sub: 'usr_1', sid: null, ip: null }

/**
 * Simulates users who pause and stop the engine, through the API or the stop file, while another user orders at the
 * same moment.
 */
export const beginPeople = (world: World, order: () => void): void => {
  for (const { atMs, deed } of world.plan.deeds) {
    world.scheduler.at(atMs, () => {
      act(world, deed)
      order()
    })
  }
}

const act = (world: World, deed: Deed): void => {
  world.trace.note('** deed', deed)
  add(world.totals, `deed ${deed.kind}`)
  switch (deed.kind) {
    case 'stop':
      return stop(world, deed)
    case 'pause':
      return visit(world.process, ({ desk }) => desk.pause({ actor: SOMEBODY, requestId: null, reason: 'to think' }))
    case 'stopFile':
      world.stop.causes.add('STOP_FILE')
      return world.disk.stopFile.touch()
  }
}

const stop = ({ process, stop: known }: World, { flatten, stroke, downMs }: Extract<Deed, { kind: 'stop' }>): void =>
  visit(process, ({ desk }) => {
    known.request()
    known.causes.add('EMERGENCY_STOP')
    known.causes.add('STOP_FILE')
    if (stroke) {
      process.stroke = stroke
      process.downMs = downMs
    }
    return desk.stop({ actor: SOMEBODY, requestId: null, reason: 'it looks wrong', flatten })
  })
