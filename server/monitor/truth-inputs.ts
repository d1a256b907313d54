import type { Input } from './input.ts'
import { account } from './inputs/account.ts'
import { audit } from './inputs/audit.ts'
import { clock } from './inputs/clock.ts'
import { engine } from './inputs/engine.ts'
import { exchange } from './inputs/exchange.ts'
import { feeds } from './inputs/feeds.ts'
import { latch } from './inputs/latch.ts'
import { orders } from './inputs/orders.ts'
import { positions } from './inputs/positions.ts'
import { privateStream } from './inputs/private-stream.ts'
import { reconciliation } from './inputs/reconciliation.ts'
import { store } from './inputs/store.ts'

/** Every input of any surface, by its name. */
export const INPUTS = {
  account,
  audit,
  clock,
  engine,
  exchange,
  feeds,
  latch,
  orders,
  positions,
  privateStream,
  reconciliation,
  store,
} as const

export type InputName = keyof typeof INPUTS

/** The value of every input. */
export type TruthInputs = { readonly [Name in InputName]: ValueOf<(typeof INPUTS)[Name]> }

type ValueOf<I> = I extends Input<infer T> ? T : never

export const INPUT_NAMES = Object.keys(INPUTS) as InputName[]
