import { beforeEach, describe, expect, it } from 'vitest'
import type { AutotradingStatus, PauseResult, StopResult } from '../../contract/control.ts'
import { aPosition } from '../../test/support/book-samples.ts'
import { anEngineState } from '../../test/support/engine-state.ts'
import { createMemoryStopFile } from '../../test/support/memory-stop-file.ts'
import { createRecordingAudit } from '../../test/support/recording-audit.ts'
import { StoreFailure } from '../core/errors.ts'
import { lots } from '../domain/market/instrument.ts'
import type { PauseTaken, StopInput, StopTaken } from '../engine/desks/control-desk.ts'
import { type Confirmed, openRaisingDesk, type Raise, type RaisePreview } from '../engine/desks/host-desk.ts'
import { createLedger, type Ledger } from '../engine/state/ledger.ts'
import { createStopSwitch } from '../engine/state/stop-switch.ts'
import { controlVerbs } from './control-verbs.ts'
import { answerVerb } from './verb.ts'

const STANDING = {
  state: 'HALTED',
  desired: 'PAUSED',
  mode: 'PAPER',
  stopReason: null,
  behind: [],
  stopId: 'stp_1',
  tripped: [],
  differences: [],
  unknownOutcomes: [],
  unprotected: [],
  leftToCancel: [],
  swept: true,
  reconciled: true,
  foreignEpoch: null,
  storeFailure: null,
  positions: [],
  lowered: 0,
}

const PREVIEW: RaisePreview = {
  standing: STANDING,
  auditFault: null,
  obstacle: null,
  code: '7K2M9',
  expiresAtMs: 1_767_323_045_678,
}

const HOST = { type: 'HOST', sub: null, sid: null, ip: null }

let requests: unknown[]
let preview: RaisePreview
let confirmed: () => Confirmed
let ledger: Ledger

/** The verbs with desks that record their calls and return preset results. */
const call = (verb: string, args: unknown = {}) =>
  answerVerb(
    controlVerbs({
      desk: {
        async stop(request: StopInput) {
          requests.push(request)
          return { alreadyLatched: false } as StopTaken
        },
        async pause(request) {
          requests.push(request)
          return { changed: true } as PauseTaken
        },
      },
      raising: {
        show(what: Raise) {
          requests.push(what)
          return preview
        },
        async confirm(what, request) {
          requests.push([what, request])
          return confirmed()
        },
      },
      views: {
        status: () => ({ state: 'PAUSED' }) as AutotradingStatus,
        stopResult: ({ alreadyLatched, bodyIgnored }) => ({ alreadyLatched, bodyIgnored }) as StopResult,
        pauseResult: ({ changed }) => ({ changed }) as PauseResult,
      },
      ledger,
    }),
    verb,
    args,
  )

beforeEach(() => {
  requests = []
  preview = PREVIEW
  confirmed = () => ({ ok: true })
  ledger = createLedger()
})

describe('verbs that remove authority', () => {
  it('return the status with the positions', async () => {
    const open = aPosition()
    ledger.positions.set('BTCUSDT', { ...open, protection: { ...open.protection, covered: open.quantity } })
    ledger.positions.set('ETHUSDT', { ...open, protection: { ...open.protection, covered: lots(0) } })
    expect(await call('status')).toEqual({
      ok: true,
      value: { state: 'PAUSED', positions: { open: 2, protected: 1 }, bus: null },
    })
  })

  it.each([
    { args: {}, reason: null, flatten: 'NONE', bodyIgnored: false },
    { args: { reason: 'feed', flatten: 'REDUCE_ONLY' }, reason: 'feed', flatten: 'REDUCE_ONLY', bodyIgnored: false },
    { args: { reason: 'x'.repeat(600) }, reason: 'x'.repeat(500), flatten: 'NONE', bodyIgnored: false },
    { args: { reason: 7, flatten: 'REDUCE_ONLY' }, reason: null, flatten: 'REDUCE_ONLY', bodyIgnored: true },
    { args: { reason: 'feed', flatten: 'ALL' }, reason: 'feed', flatten: 'NONE', bodyIgnored: true },
    { args: { resume: true }, reason: null, flatten: 'NONE', bodyIgnored: true },
    { args: null, reason: null, flatten: 'NONE', bodyIgnored: true },
    { args: [], reason: null, flatten: 'NONE', bodyIgnored: true },
    { args: 'stop', reason: null, flatten: 'NONE', bodyIgnored: true },
  ])('stop despite invalid arguments: $args', async ({ args, reason, flatten, bodyIgnored }) => {
    expect(await call('stop', args)).toEqual({ ok: true, value: { alreadyLatched: false, bodyIgnored } })
    expect(requests).toEqual([{ actor: HOST, requestId: null, reason, flatten }])
  })

  it('pause, with the reason when there is one', async () => {
    expect(await call('pause', { reason: 'lunch' })).toEqual({ ok: true, value: { changed: true } })
    await call('pause', {})
    expect(requests).toEqual([
      { actor: HOST, requestId: null, reason: 'lunch' },
      { actor: HOST, requestId: null, reason: null },
    ])
  })
})

describe.each([
  { verb: 'stop', what: 'clearStop', command: 'plimsoll stop clear' },
  { verb: 'resume', what: 'resume', command: 'plimsoll resume' },
])('restoring authority by $verb', ({ verb, what, command }) => {
  it('shows the current state and the confirmation code', async () => {
    const { standing, code } = PREVIEW
    const expiresAt = '2026-01-02T03:04:05.678Z'
    expect(await call(`${verb}.show`)).toEqual({
      ok: true,
      value: { standing, auditFault: null, obstacle: null, code, expiresAt },
    })
    expect(requests).toEqual([what])
  })

  it('lists the obstacles and their remedies', async () => {
    preview = { ...PREVIEW, obstacle: { code: 'NOT_SWEPT', detail: 'These orders are still to be cancelled: ord_1.' } }
    expect(await call(`${verb}.show`)).toMatchObject({
      value: {
        obstacle: {
          code: 'NOT_SWEPT',
          message: 'These orders are still to be cancelled: ord_1.',
          remedy: `Wait until the stop is complete, then: ${command}.`,
        },
      },
    })
  })

  it('confirms with the code as typed and the reason, and returns the engine status', async () => {
    const answer = await call(`${verb}.confirm`, { code: '7k2m9', reason: 'checked it' })
    expect(answer).toMatchObject({ ok: true, value: { state: 'PAUSED' } })
    expect(requests).toEqual([[what, { code: '7K2M9', reason: 'checked it' }]])
  })

  it.each([
    { code: 'WRONG_CODE', remedy: `Request a new code: ${command}.` },
    { code: 'CODE_EXPIRED', remedy: `Request a new code: ${command}.` },
    { code: 'CHANGED_SINCE', remedy: `Request a new code: ${command}.` },
    { code: 'LIMIT_STANDS', remedy: expect.stringContaining('midnight UTC') },
    { code: 'STOP_ENGAGED', remedy: expect.stringContaining('plimsoll status') },
    { code: 'goingDown', remedy: 'Check the state: plimsoll status.' },
  ])('is refused with $code and a remedy', async ({ code, remedy }) => {
    confirmed = () => ({ ok: false, code, detail: 'It is so.' })
    const error = { code, message: 'It is so.', remedy }
    expect(await call(`${verb}.confirm`, { code: 'A', reason: 'b' })).toEqual({ ok: false, error })
  })

  it.each([null, {}, { code: 'A' }, { reason: 'b' }, { code: 1, reason: 'b' }, { code: 'A', reason: ' ' }])(
    'makes no request to the engine for %j',
    async (args) => {
      expect(await call(`${verb}.confirm`, args)).toMatchObject({ ok: false, error: { code: 'BAD_ARGUMENT' } })
      expect(requests).toEqual([])
    },
  )

  it('reports that the stop stays engaged when its file cannot be removed', async () => {
    confirmed = () => {
      throw new StoreFailure('EMERGENCY_STOP cannot be taken away.')
    }
    expect(await call(`${verb}.confirm`, { code: 'A', reason: 'b' })).toMatchObject({
      error: { code: 'STORE_FAILED', message: 'EMERGENCY_STOP cannot be taken away.' },
    })
  })
})

describe('a confirmation code', () => {
  const open = () => {
    let nowMs = 0
    let code = 0
    const state = anEngineState()
    const raising = openRaisingDesk({
      state,
      stopSwitch: createStopSwitch(createMemoryStopFile()),
      audit: createRecordingAudit(),
      submit: async (command) => {
        requests.push(command.kind)
        return { kind: 'done' }
      },
      ids: { audit: () => 'aud_01KE3Y9R9B0000000000000000' },
      auditFault: () => null,
      makeCode: () => String(++code),
      now: () => nowMs,
    })
    return {
      show: () => raising.show('resume').code,
      confirm: (typed: string) => raising.confirm('resume', { code: typed, reason: 'r' }),
      wait: (ms: number) => {
        nowMs += ms
      },
    }
  }

  it('is valid for a minute, once', async () => {
    const { show, confirm, wait } = open()
    const first = show()
    wait(60_000)
    expect([await confirm(first), requests]).toEqual([{ ok: true }, ['resume']])
    expect(await confirm(first)).toMatchObject({ code: 'WRONG_CODE' })
    const second = show()
    wait(60_001)
    expect(await confirm(second)).toMatchObject({ code: 'CODE_EXPIRED' })
    expect(requests).toEqual(['resume'])
  })

  it('expires once another has been issued', async () => {
    const { show, confirm } = open()
    const first = show()
    show()
    expect([await confirm(first), requests]).toEqual([expect.objectContaining({ code: 'WRONG_CODE' }), []])
  })
})
