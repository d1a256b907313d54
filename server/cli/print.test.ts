import { expect, it } from 'vitest'
import { printFields, printTable } from './print.ts'

const FORGED = 'x\u001b[2J\r\nState        RUNNING\u202e'
const ESCAPED = 'x\\u001b[2J\\u000d\\u000aState        RUNNING\\u202e'

it('prints a value on its own line whatever it contains', () => {
  expect(printFields([['State', ['HALTED', FORGED]]])).toBe(`State        HALTED\n             ${ESCAPED}\n`)
  expect(printTable(['A', 'B'], [[FORGED, '1']])).toBe(`${'A'.padEnd(ESCAPED.length)}  B\n${ESCAPED}  1\n`)
})
