import { type ErrorCode, PlimsollError } from '@plimsoll/client'
import { expect, it } from 'vitest'
import { type Attempt, actOnce } from './keyed-act.ts'
import { createNamedStore } from './named-store.ts'

const UNREACHABLE = new PlimsollError({ code: 'UNREACHABLE', detail: 'no answer', idempotencyKey: 'key-1' })

const answered = (status: number, code: ErrorCode, retryable: boolean): PlimsollError => {
  const problem = { type: '', title: '', instance: '', requestId: '', status, code, detail: code, retryable }
  return new PlimsollError({ code, detail: code, status, problem })
}

/** Closes a position through a scripted server, one answer after the other. */
const closing = (...answers: (string | PlimsollError)[]) => {
  const attempts = createNamedStore<Attempt<string>>()
  const keys: (string | undefined)[] = []
  const send = async (_body: string, { 'idempotency-key': key }: { readonly 'idempotency-key'?: string }) => {
    keys.push(key)
    const answer = answers.shift()
    if (answer instanceof PlimsollError) throw answer
    return answer
  }
  const act = (body: string) => actOnce({ attempts, about: 'position 1', send }, body).catch((error) => error)
  return { act, keys, left: () => attempts.all().get('position 1') }
}

it('repeats an unanswered request under its key until it is answered', async () => {
  const { act, keys, left } = closing(UNREACHABLE, UNREACHABLE, 'closed', 'closed')
  await act('a half')
  expect(left()).toEqual({ name: 'unanswered', body: 'a half', key: 'key-1' })
  await act('a half')
  expect(await act('a half')).toBe('closed')
  expect(left()).toBeUndefined()
  await act('a half')
  expect(keys).toEqual([undefined, 'key-1', 'key-1', undefined])
})

it('retains it when the second attempt is answered with a request to retry later', async () => {
  const { act, left } = closing(
    UNREACHABLE,
    answered(429, 'QUOTA_EXCEEDED', true),
    answered(409, 'POSITION_LIFECYCLE_ENDED', false),
  )
  await act('a half')
  expect(await act('a half')).toMatchObject({ status: 0, detail: 'QUOTA_EXCEEDED', idempotencyKey: 'key-1' })
  expect(left()?.name).toBe('unanswered')
  expect(await act('a half')).toMatchObject({ status: 409 })
  expect(left()).toBeUndefined()
})

it('has no key for another request, and retains nothing of a rejected one', async () => {
  const { act, keys, left } = closing(UNREACHABLE, answered(429, 'QUOTA_EXCEEDED', true))
  await act('a half')
  expect(await act('all')).toMatchObject({ code: 'QUOTA_EXCEEDED' })
  expect(keys).toEqual([undefined, undefined])
  expect(left()).toBeUndefined()
})

it('exposes the pending request', () => {
  const { act, left } = closing('closed')
  void act('all')
  expect(left()).toEqual({ name: 'pending', body: 'all', key: undefined })
})
