import { expect, it } from 'vitest'
import { openControlHarness } from '../../test/support/control-floor.ts'
import type { Cause } from '../domain/order/order.ts'
import type { Position } from '../domain/position/position.ts'
import { openRearmingDesk } from '../engine/desks/host-desk.ts'
import { positionVerbs } from './position-verbs.ts'
import { answerVerb } from './verb.ts'

const CAUSE: Cause = {
  candidateId: 'cnd_00000000000000000000000001',
  digest: 'd',
  signalId: 'sig_00000000000000000000000001',
  strategyId: 'S01',
  interval: '5m',
  validUntilMs: 0,
  horizonEndMs: Date.UTC(2030, 0, 1),
  netEdgeLcb: null,
}

/** The verbs over an engine with LONG 0.010 BTC. */
const aHost = (changes: Partial<Position>) => {
  const harness = openControlHarness()
  harness.enter()
  const position = harness.position()
  if (!position) throw new Error('no position')
  harness.state.ledger.positions.set('BTCUSDT', { ...position, ...changes })
  const rearming = openRearmingDesk({
    submit: async (command) => harness.command(command),
    auditId: () => 'aud_00000000000000000000000001',
  })
  const verbs = positionVerbs({ state: harness.state, rearming })
  return { harness, call: (args: unknown) => answerVerb(verbs, 'positions.handBack', args) }
}

const TAKEN_OVER: Partial<Position> = { origin: 'AUTOTRADING', cause: CAUSE, takenOver: true }

it('hands a position back, with its horizon, and audits who held it', async () => {
  const { harness, call } = aHost(TAKEN_OVER)
  expect(await call({ symbol: 'btcusdt', reason: 'by mistake' })).toMatchObject({
    ok: true,
    value: { symbol: 'BTCUSDT', direction: 'LONG', qty: '0.010', strategyId: 'S01', isDue: false },
  })
  expect(harness.position()?.takenOver).toBeUndefined()
  expect(harness.facts.findLast(({ kind }) => kind === 'audited')).toMatchObject({
    entry: {
      action: 'POSITION_HAND_BACK',
      before: 'held by a user',
      after: 'held by autotrading (S01)',
      outcome: 'DONE',
      reason: 'by mistake',
    },
  })
})

it.each([
  ['a position of a person', {}, { symbol: 'BTCUSDT', reason: 'so' }, 'NO_PLANNED_EXIT'],
  [
    'one that autotrading holds',
    { ...TAKEN_OVER, takenOver: undefined },
    { symbol: 'BTCUSDT', reason: 'so' },
    'NOT_TAKEN_OVER',
  ],
  ['a symbol without a position', TAKEN_OVER, { symbol: 'ETHUSDT', reason: 'so' }, 'NO_POSITION'],
  ['no reason', TAKEN_OVER, { symbol: 'BTCUSDT', reason: ' ' }, 'BAD_ARGUMENT'],
] as const)('rejects %s', async (_what, changes, args, code) => {
  const { takenOver, ...rest } = changes as Partial<Position>
  const { harness, call } = aHost({ ...rest, ...(takenOver && { takenOver }) })
  expect(await call(args)).toMatchObject({ ok: false, error: { code } })
  expect(harness.facts.some(({ kind }) => kind === 'positionHandedBack')).toBe(false)
})
