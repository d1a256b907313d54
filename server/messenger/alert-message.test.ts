import { describe, expect, it } from 'vitest'
import { aReport } from '../../test/support/report-samples.ts'
import { TAKEN_AT_MS } from '../../test/support/truth-samples.ts'
import { alertMessage } from './alert-message.ts'
import type { Change } from './alert-watch.ts'

const change = (parts: Partial<Change['report']>, more: Partial<Change> = {}): Change => ({
  kind: 'ALERT',
  report: aReport(parts),
  was: null,
  isFlapping: false,
  ...more,
})

const compose = (changes: readonly Change[]) =>
  alertMessage(changes, { id: 'msg_01KDXYZ7QE0000000000000000', atMs: TAKEN_AT_MS })

describe('an alert', () => {
  it('escapes characters that reorder or end a line', () => {
    expect(compose([change({ summary: 'x\u202e\nall is well' })]).text).toContain('x\\u202e\\u000aall is well')
  })

  it('contains the change, its numbers and the next step', () => {
    const report = {
      surface: 'protection-blocker-truth',
      verdict: 'UNPROTECTED',
      severity: 'CRITICAL',
      summary: '1 of 2 positions has had no verified stop for 31 s (budget 15 s).',
    } as const
    const message = compose([change(report, { was: 'ALL_PROTECTED' })])
    expect(message).toMatchObject({
      type: 'alert',
      severity: 'CRITICAL',
      title: 'CRITICAL: protection-blocker-truth UNPROTECTED',
    })
    expect(message.text).toBe(
      [
        'CRITICAL: protection-blocker-truth UNPROTECTED (was ALL_PROTECTED)',
        '1 of 2 positions has had no verified stop for 31 s (budget 15 s).',
        'Next: To find the unprotected position: plimsoll status. If no stop is placed, close or protect it manually at the exchange.',
        '',
        'At 2026-01-02T03:04:05.678Z.',
      ].join('\n'),
    )
  })

  it('prefers the next step named by the surface itself', () => {
    const report = { verdict: 'OUTAGE', severity: 'CRITICAL', data: { nextStep: 'Free disk space.' } } as const
    expect(compose([change(report)]).text).toContain('Next: Free disk space.')
    expect(compose([change({ surface: 'some-truth' })]).text).toContain(
      'Next: See the evidence: GET /api/monitor/some-truth.',
    )
  })

  it('lists the worst first and good news last, in one message', () => {
    const message = compose([
      change({ surface: 'a-truth', verdict: 'WELL' }, { kind: 'RECOVERY', was: 'BAD' }),
      change({ surface: 'b-truth', severity: 'WARN', verdict: 'POOR' }),
      change({ surface: 'c-truth', severity: 'BLOCK', verdict: 'BAD' }, { isFlapping: true }),
    ])
    expect(message.title).toBe('BLOCK: c-truth BAD, and 1 more')
    expect(message.text.indexOf('c-truth')).toBeLessThan(message.text.indexOf('b-truth'))
    expect(message.text.indexOf('b-truth')).toBeLessThan(message.text.indexOf('RECOVERED: a-truth WELL (was BAD)'))
    expect(message.text).toContain('It changes often')
    expect(message.data).toMatchObject({
      changes: [{ surface: 'c-truth' }, { surface: 'b-truth' }, { kind: 'RECOVERY' }],
    })
  })

  it('with good news only is a recovery', () => {
    const message = compose([change({}, { kind: 'RECOVERY', was: 'OUTAGE' })])
    expect(message).toMatchObject({ type: 'recovery', title: 'RECOVERED: public-status-truth OPERATIONAL' })
    expect(message.text).not.toContain('Next:')
  })
})
