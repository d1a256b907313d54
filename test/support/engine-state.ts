import { publishedBrackets } from '../../server/domain/margin/brackets.ts'
import { createMarket } from '../../server/domain/market/market.ts'
import { DEFAULT_CONSTITUTION } from '../../server/domain/risk/default-constitution.ts'
import { PERMANENT_LEASE } from '../../server/engine/model/ports.ts'
import { createLedger } from '../../server/engine/state/ledger.ts'
import { createSession } from '../../server/engine/state/session.ts'
import { createSignalIndex } from '../../server/engine/state/signal-index.ts'
import type { EngineState, Rules } from '../../server/engine/state/turn.ts'

export const RULES: Rules = {
  constitution: DEFAULT_CONSTITUTION,
  brackets: publishedBrackets,
  mode: 'PAPER',
  autoResume: true,
  clockChecked: true,
  restsWhileDown: true,
  books: [],
  strategiesFor: () => [],
}

/** Creates the state of a new engine. */
export const anEngineState = (parts: Partial<EngineState> = {}): EngineState => ({
  market: createMarket(),
  ledger: createLedger(),
  session: createSession(),
  signals: createSignalIndex(),
  rules: RULES,
  lease: PERMANENT_LEASE,
  ...parts,
})
