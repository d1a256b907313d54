import { describe, expect, it } from 'vitest'
import { judgeChannels } from './channel-checks.ts'

describe('doctor findings on message channels', () => {
  it('is nothing where none is configured', () => {
    expect(judgeChannels([])).toEqual([])
  })

  it.each([
    [null, 'ok', 'can be sent'],
    ['AUTHENTICATION', 'fail', 'token, password or address is not accepted'],
    ['UNREACHABLE', 'fail', 'the recipient cannot be reached'],
    ['RATE_LIMITED', 'warn', 'the recipient is limiting the message rate'],
    [{ message: 'The file /a is not there, or empty.', remedy: 'See.' }, 'fail', 'The file /a is not there, or empty.'],
  ] as const)('of %j is %s: %s', (problem, level, observed) => {
    expect(judgeChannels([{ id: 'telegram', problem }])).toMatchObject([
      { check: 'messages: telegram', level, seen: observed },
    ])
  })
})
