import { describe, expect, it } from 'vitest'
import type { OrderStatus } from './order.ts'
import { ALLOWED, isTerminal, isWorking } from './transition.ts'

const STATUSES = Object.keys(ALLOWED) as OrderStatus[]

describe('the table of order statuses', () => {
  it('lets an order that has ended be filled late, and nothing else', () => {
    for (const status of STATUSES.filter(isTerminal)) {
      expect([status, ALLOWED[status]]).toEqual([status, status === 'FILLED' ? [] : ['FILLED']])
    }
  })

  it('lets every working order be filled, and end', () => {
    for (const status of STATUSES.filter(isWorking)) {
      expect(ALLOWED[status]).toContain('FILLED')
      expect(ALLOWED[status]).toContain('CANCELED')
    }
  })

  it('never leads back to an unknown status', () => {
    for (const status of STATUSES) {
      expect(ALLOWED[status]).not.toContain('PENDING_NEW')
      if (status !== 'PENDING_NEW') expect(ALLOWED[status]).not.toContain('OUTCOME_UNKNOWN')
    }
  })

  it('never denies or forgets an exchange acknowledgement', () => {
    expect(STATUSES.filter((status) => ALLOWED[status].includes('DENIED'))).toEqual(['PENDING_NEW'])
    expect(STATUSES.filter((status) => ALLOWED[status].includes('NEVER_ACCEPTED'))).toEqual(['OUTCOME_UNKNOWN'])
  })
})
