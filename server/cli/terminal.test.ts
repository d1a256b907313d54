import { spawnSync } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { processTerminal, promptHidden } from './terminal.ts'

const module = new URL('./terminal.ts', import.meta.url).href

const runWith = (input: string, code: string) => {
  const script = `import { processTerminal } from ${JSON.stringify(module)}; const t = processTerminal(process); ${code}`
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { input, encoding: 'utf8' })
}

it.each([
  { input: 'pass word \nmore\n', line: 'pass word ' },
  { input: 'pass word\r\n', line: 'pass word' },
  { input: 'no end', line: 'no end' },
  { input: '', line: '' },
])('reads the first line of $input from a pipe, and ends', ({ input, line }) => {
  const { stdout, stderr, status } = runWith(input, 't.out(JSON.stringify([await t.readLine(), t.isInteractive]))')
  expect({ stdout, stderr, status }).toEqual({ stdout: JSON.stringify([line, false]), stderr: '', status: 0 })
})

it('reads everything from a pipe, and echoes nothing of it', () => {
  const { stdout, stderr, status } = runWith('a\nb\n', 't.out(JSON.stringify([await t.readText(), t.isWatched]))')
  expect({ stdout, stderr, status }).toEqual({ stdout: JSON.stringify(['a\nb\n', false]), stderr: '', status: 0 })
})

it('lets no control sequence through but colours, and passes data for another program through unchanged', () => {
  const { stdout, stderr } = runWith('', "t.out('\\x1b[2J\\x1b[1m\\n'); t.err('\\u202e\\n'); t.data('\\x1b\\u202e')")
  expect({ stdout, stderr }).toEqual({ stdout: '\\u001b[2J\u001b[1m\n\u001b\u202e', stderr: '\\u202e\n' })
})

it('prints data like lines when standard output is a terminal', () => {
  const written: string[] = []
  const stdout = { isTTY: true, on: () => {}, write: (text: string) => written.push(text) }
  processTerminal({ ...process, stdout } as unknown as NodeJS.Process).data('{"a":"\u009b\u202e"}\n')
  expect(written).toEqual(['{"a":"\\u009b\\u202e"}\n'])
})

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
])('returns the input and echoes only the prompt: $keys', async ({ keys, line }) => {
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
