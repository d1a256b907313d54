import type { LoadedStrategies } from '../adapters/strategies/strategy-host.ts'
import { createBooks, strategiesIn } from '../config/autotrading.ts'
import type { Config } from '../config/config.ts'
import type { LoadedConstitution } from '../config/constitution-file.ts'
import { getExecutionMode } from '../config/market.ts'
import type { Constitution } from '../domain/risk/constitution.ts'
import type { Rules } from '../engine/state/turn.ts'
import type { Exchange } from './exchange/exchange.ts'

interface RulesParts {
  readonly limits: LoadedConstitution
  readonly exchange: Exchange
  readonly strategies: LoadedStrategies
}

/** The host's rules for this run. */
export const createRules = (
  { market, autotrading }: Config,
  { limits, exchange: { execution, brackets, requestLifeMs }, strategies }: RulesParts,
): Rules => ({
  constitution: withRequestLife(limits.constitution, requestLifeMs),
  brackets,
  mode: getExecutionMode(market),
  autoResume: execution !== 'live',
  clockChecked: market.kind !== 'replay',
  restsWhileDown: execution === 'paper',
  books: createBooks(autotrading, getExecutionMode(market), strategies.definitions),
  strategiesFor: strategiesIn(autotrading, strategies.definitions),
})

/** Extends the wait for an order by the time an exchange may accept a request after our window ends. */
const withRequestLife = (constitution: Constitution, requestLifeMs: number | null): Constitution => {
  const { recvWindowMs, settleMs } = constitution.execution
  const longerMs = Math.max(0, (requestLifeMs ?? 0) - recvWindowMs)
  return { ...constitution, execution: { ...constitution.execution, settleMs: settleMs + longerMs } }
}
