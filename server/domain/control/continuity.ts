/** Conditions for resuming automatically after a restart, by their displayed names. */
export const CONTINUITY = {
  RC01: 'The store is whole and can be written',
  RC02: 'The audit log ends as its last checkpoint has it, and nothing is wrong with it since',
  RC03: 'No emergency stop is engaged',
  RC04: 'It was running before it went down, and running is requested now',
  RC05: 'This run is newer than every other, and the only one',
  RC06: 'It is the same program as before',
  RC07: 'Constitution and configuration are as before',
  RC08: 'The outcome of every order in flight is known',
  RC09: 'The ledger matches the exchange',
  RC10: 'Every position has a verified stop',
  RC11: 'Our clock agrees with that of the exchange',
  RC12: 'Books are synced, and strategies know enough to speak',
  RC13: 'It was not down for long',
  RC14: 'No breaker waits for the host',
  RC15: 'It has not crashed repeatedly',
  RC16: 'Real money has been granted',
  RC17: 'No other party has traded on the account in the meantime',
} as const

export type ContinuityId = keyof typeof CONTINUITY
