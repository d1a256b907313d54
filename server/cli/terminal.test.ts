import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

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

it('reads all that comes from a pipe, and shows nothing of it', () => {
  const { stdout, stderr, status } = runWith('a\nb\n', 't.out(JSON.stringify([await t.readText(), t.isWatched]))')
  expect({ stdout, stderr, status }).toEqual({ stdout: JSON.stringify(['a\nb\n', false]), stderr: '', status: 0 })
})
