import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { askHidden } from './hidden-line.ts'

/** A keyboard somebody types on, and a screen that remembers. */
const sit = () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin })
  const stderr = new PassThrough()
  let shown = ''
  stderr.on('data', (chunk) => {
    shown += chunk
  })
  return {
    ask: (question: string) => askHidden(question, { stdin, stderr }),
    type: (keys: string) => stdin.write(keys),
    shown: () => shown,
  }
}

it.each([
  { keys: 'canary\r', line: 'canary' },
  { keys: 'canari\u007fy\n', line: 'canary' },
  { keys: 'Schlüssel 🔑\r', line: 'Schlüssel 🔑' },
  { keys: '\r', line: '' },
])('gives what was typed and shows the question alone: $keys', async ({ keys, line }) => {
  const { ask, type, shown } = sit()
  const asked = ask('Secret: ')
  type(keys)
  expect(await asked).toBe(line)
  expect(shown()).toBe('Secret: \n')
})

it.each([
  { title: 'Ctrl-C', keys: 'canary\u0003' },
  { title: 'Ctrl-D', keys: '\u0004' },
])('ends with $title, and says that nothing was changed', async ({ keys }) => {
  const { ask, type, shown } = sit()
  const asked = ask('Secret: ')
  type(keys)
  await expect(asked).rejects.toThrow('nothing was changed')
  expect(shown()).not.toContain('canary')
})

it('can ask again', async () => {
  const { ask, type } = sit()
  const first = ask('One: ')
  type('1\r')
  expect(await first).toBe('1')
  const second = ask('Two: ')
  type('2\r')
  expect(await second).toBe('2')
})
