import pino from 'pino'
import { expect, it } from 'vitest'
import { prettyLog } from './log.ts'

const ATTACK = 'x\u001b[2J\r\nINFO all is well\u202e\u009b'

it('prints a line whose message and values contain no terminal control sequences', () => {
  let text = ''
  const logger = pino(
    { base: null },
    prettyLog((line) => {
      text += line
    }, false),
  )
  logger.info({ reason: ATTACK, [ATTACK]: 1, err: new Error(ATTACK) }, ATTACK)
  expect(text).toContain('INFO: x\\u001b[2J\\u000d\\u000aINFO all is well\\u202e\\u009b\n')
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

it('retains its own colours', () => {
  let text = ''
  pino(
    { base: null },
    prettyLog((line) => (text += line)),
  ).info('a')
  expect(text).toContain('\u001b[32mINFO\u001b[39m')
})
