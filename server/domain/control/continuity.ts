/** What has to be so before the engine goes on by itself after a restart, by the names people are told. */
export const CONTINUITY = {
  RC01: 'The store is whole and can be written',
  RC02: 'The audit log ends as its last checkpoint has it, and nothing is wrong with it since',
  RC03: 'No emergency stop is engaged',
  RC04: 'It was running before it went down, and running is requested now',
  RC05: 'This run is newer than every other, and the only one',
  RC06: 'It is the same program as before',
  RC07: 'Constitution and configuration are as before',
  RC08: 'Of every order that was on its way it is known what became of it',
  RC09: 'Our books agree with the exchange',
  RC10: 'Every position has a verified stop',
  RC11: 'Our clock agrees with that of the exchange',
  RC12: 'Books are synced, and strategies know enough to speak',
  RC13: 'It was not down for long',
  RC14: 'No breaker waits for the host',
  RC15: 'It has not ended by itself again and again',
  RC16: 'Real money has been granted',
  RC17: 'Nobody else has traded on the account meanwhile',
} as const

export type ContinuityId = keyof typeof CONTINUITY
