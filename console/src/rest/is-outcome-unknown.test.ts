import { type ErrorCode, PlimsollError } from '@plimsoll/client'
import { expect, it } from 'vitest'
import { isOutcomeUnknown } from './is-outcome-unknown.ts'

const answered = (status: number, code: ErrorCode): PlimsollError => {
  const about = { type: '', title: '', instance: '', requestId: '', retryable: false }
  return new PlimsollError({ code, detail: '', status, problem: { ...about, status, code, detail: '' } })
}

it.each([
  ['no answer', new PlimsollError({ code: 'UNREACHABLE', detail: '' }), true],
  ['an answer of a proxy', new PlimsollError({ code: 'UNEXPECTED_ANSWER', detail: '', status: 502 }), true],
  ['a failure of the server', answered(500, 'INTERNAL_ERROR'), true],
  ['a request still in progress', answered(409, 'IDEMPOTENCY_IN_PROGRESS'), true],
  ['a refusal', answered(409, 'IDEMPOTENCY_KEY_REUSED'), false],
  ['a server that is not ready', answered(503, 'NOT_READY'), false],
  ['an error of the console itself', new Error('broken'), false],
])('after %s (%o), the outcome is unknown: %s', (_what, error, isUnknown) => {
  expect(isOutcomeUnknown(error)).toBe(isUnknown)
})
