import { isClockOffset } from '../../../domain/control/clock-step.ts'
import type { StatusInputs } from './component.ts'

/** Causes and remedies of component problems by detail code; the texts may be public. */
const CAUSES: Readonly<Record<string, readonly [cause: string, remedy: string]>> = {
  WRITE_FAILED: ['the store cannot be written', 'free disk space for the data directory'],
  SLOW_COMMITS: ['commits to the store are slow', 'find out what keeps the disk busy'],
  LOW_DISK: ['the disk is nearly full', 'free space on the disk of the data directory'],
  UNREACHABLE: [
    'the exchange cannot be reached',
    'check the network and the status page of the exchange: plimsoll doctor',
  ],
  STREAM_LOST: [
    'the connection to the exchange is lost',
    'it reconnects automatically; if it does not: plimsoll doctor',
  ],
  MARKET_STREAM: [
    'the market stream of the exchange is disturbed',
    'it reconnects automatically; if it does not: plimsoll doctor',
  ],
  RATE_LIMITED: [
    'the exchange refuses requests because there were too many',
    'wait; lower the number of symbols if it stays',
  ],
  KEY_REFUSED: ['the exchange refuses the API key', 'check the key and its permissions: plimsoll doctor'],
  BOOKS_NOT_SYNCED: ['order books are not in sync', 'they are fetched again by themselves'],
  BOOKS_OLD: ['order books are old', 'check the connection to the exchange: plimsoll doctor'],
  BOOKS_DIFFER: ['the account differs from our ledger', 'find out who else traded on the account'],
  UNPROTECTED: ['protection by stops is not complete', 'see protection-blocker-truth'],
  OFF: ['the host clock differs from that of the exchange', 'synchronise the clock of the host'],
  UNCERTAIN: ['the exchange answers too slowly to compare clocks', 'check the connection and the load of the host'],
  BROKEN: ['the audit log does not verify', 'keep a copy of it, then: plimsoll audit verify'],
  NOT_DELIVERED: ['no messenger channel delivers', 'see messenger-dynamic-truth; trading goes on without'],
  PARTLY_DELIVERED: ['a messenger channel does not deliver', 'see messenger-dynamic-truth; trading goes on without'],
}

/** Causes of breakers that degrade the engine. */
const BREAKER_CAUSES: Readonly<Record<string, keyof typeof CAUSES>> = {
  STORE: 'SLOW_COMMITS',
  PRIVATE_STREAM: 'STREAM_LOST',
  MARKET_DATA: 'BOOKS_OLD',
  CLOCK: 'OFF',
}

const ENGINE_CAUSES: Readonly<Record<string, readonly [cause: string, remedy: string]>> = {
  RECONCILIATION: ['the account was not read lately', 'check the connection to the exchange: plimsoll doctor'],
  EXCHANGE_ERRORS: ['the exchange refuses or does not answer orders', 'see execution-throttle-truth and the log'],
  RECOVERING: ['it recovers', 'nothing to do: trading resumes after one healthy minute'],
}

export interface PublicCause {
  readonly cause: string
  readonly remedy: string
}

/** Returns cause and remedy of a component that is not up; undefined when its code is enough. */
export const explainCause = (detailCode: string, { engine, clock }: StatusInputs): PublicCause | undefined => {
  const code = detailCode === 'DEGRADED' ? (engine?.stateReason?.code ?? '') : detailCode
  const known = ENGINE_CAUSES[code] ?? CAUSES[clockCode(BREAKER_CAUSES[code] ?? code, clock)]
  return known && { cause: known[0], remedy: known[1] }
}

const clockCode = (code: string, clock: StatusInputs['clock']): string =>
  code === 'OFF' && clock?.checked && !isClockOffset(clock) ? 'UNCERTAIN' : code
