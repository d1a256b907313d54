import { expect, it } from 'vitest'
import { liquidationAfter } from './liquidation-after.ts'

const after = (liquidationPriceAfter: string | null, maintenanceMarginAfter: string | null, quantity: string) =>
  liquidationAfter({
    liquidationPriceAfter,
    maintenanceMarginAfter,
    instrument: { tickSize: '0.1' },
    effectOnPosition: { after: { quantity } },
  })

it('returns the liquidation price, or why there is none', () => {
  expect(after('41234.5', '12', '0.5')).toBe('41,234.5')
  expect(after(null, null, '0.5')).toBe('unknown: no account or mark price received yet')
  expect(after(null, '0', '0')).toBe('none: no position')
  expect(after(null, '12', '0.001')).toBe('none: the balance covers every price')
})
