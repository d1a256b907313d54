import { expect, it } from 'vitest'
import { type After, positionAfter } from './position-after.ts'

const SHORT = { direction: 'SHORT', qty: '0.062' } as const
const LONG = { direction: 'LONG', qty: '0.01' } as const
const buy = (qty: string, reduceOnly = false) => ({ side: 'BUY', qty, reduceOnly }) as const
const sell = (qty: string, reduceOnly = false) => ({ side: 'SELL', qty, reduceOnly }) as const
const left = (direction: After['direction'], qty: string, onlyReduces: boolean) => ({ direction, qty, onlyReduces })

it.each([
  [undefined, buy('0.01'), left('LONG', '0.01', false)],
  [LONG, buy('0.01'), left('LONG', '0.02', false)],
  [SHORT, buy('0.01'), left('SHORT', '0.052', true)],
  [SHORT, buy('0.062'), left(null, '0', true)],
  [SHORT, buy('0.1'), left('LONG', '0.038', false)],
  [SHORT, buy('0.1', true), left(null, '0', true)],
  [SHORT, sell('0.1', true), left('SHORT', '0.062', true)],
  [undefined, sell('0.1', true), left(null, '0', true)],
] as const)('of %o, %o leaves %o', (held, ordered, after) => {
  expect(positionAfter(held, ordered)).toEqual(after)
})
