import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { promptHidden } from './hidden-line.ts'

/** A simulated keyboard, and a screen that records. */
const sit = () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin })
  const stderr = new PassThrough()
  let displayed = ''
  stderr.on('data', (chunk) => {
    displayed += chunk
  })
  return {
    prompt: (question: string) => promptHidden(question, { stdin, stderr }),
    type: (keys: string) => stdin.write(keys),
    displayed: () => displayed,
  }
}

it.each([
  { keys: 'canary\r', line: 'canary' },
  { keys: 'canari\u007fy\n', line: 'canary' },
  { keys: 'Schlüssel 🔑\r', line: 'Schlüssel 🔑' },
  { keys: '\r', line: '' },
])('gives what was typed and shows the question alone: $keys', async ({ keys, line }) => {
  const { prompt, type, displayed } = sit()
  const answer = prompt('Secret: ')
  type(keys)
  expect(await answer).toBe(line)
  expect(displayed()).toBe('Secret: \n')
})

it.each([
  { title: 'Ctrl-C', keys: 'canary\u0003' },
  { title: 'Ctrl-D', keys: '\u0004' },
])('ends with $title, and reports that nothing was changed', async ({ keys }) => {
  const { prompt, type, displayed } = sit()
  const answer = prompt('Secret: ')
  type(keys)
  await expect(answer).rejects.toThrow('nothing was changed')
  expect(displayed()).not.toContain('canary')
})

it('can prompt again', async () => {
  const { prompt, type } = sit()
  const first = prompt('One: ')
  type('1\r')
  expect(await first).toBe('1')
  const second = prompt('Two: ')
  type('2\r')
  expect(await second).toBe('2')
})
