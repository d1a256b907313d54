import { type ErrorCode, PlimsollError } from '@plimsoll/client'
import { expect, it } from 'vitest'
import { isUnanswered } from './is-unanswered.ts'

const answered = (status: number, code: ErrorCode): PlimsollError => {
  const about = { type: '', title: '', instance: '', requestId: '', retryable: false }
  return new PlimsollError({ code, detail: '', status, problem: { ...about, status, code, detail: '' } })
}

it.each([
  ['no answer', new PlimsollError({ code: 'UNREACHABLE', detail: '' }), true],
  ['answer of a proxy', new PlimsollError({ code: 'UNEXPECTED_ANSWER', detail: '', status: 502 }), true],
  ['a failure of the server', answered(500, 'INTERNAL_ERROR'), true],
  ['a server that is still at it', answered(409, 'IDEMPOTENCY_IN_PROGRESS'), true],
  ['a refusal', answered(409, 'IDEMPOTENCY_KEY_REUSED'), false],
  ['a server that is not ready', answered(503, 'NOT_READY'), false],
  ['what was thrown here', new Error('broken'), false],
])('%s leaves open what was done: %o is %s', (_what, error, isOpen) => {
  expect(isUnanswered(error)).toBe(isOpen)
})
