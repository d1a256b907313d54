import { expect, it } from 'vitest'
import { anEngineState } from '../../../test/support/engine-state.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { aCandidate } from '../../../test/support/risk-samples.ts'
import { openTradingBooks } from '../../../test/support/trading-books.ts'
import type { LiveGrant } from '../../domain/control/live-grant.ts'
import type { Origin } from '../../domain/order/order.ts'
import { liveGrant as gate } from '../../domain/risk/gates/live-grant.ts'
import { buildRiskView } from './risk-view.ts'

const GRANT: LiveGrant = {
  packetId: 'pkt_01KE3Y9R9B0000000000000000',
  packetHash: 'a'.repeat(64),
  constitutionHash: 'b'.repeat(64),
  buildDigest: 'c'.repeat(64),
  scope: 'AUTOTRADING',
  reason: 'thirty good days',
  grantedAtMs: NOON_MS,
  expiresAtMs: NOON_MS + 1_000,
}

interface GrantCase {
  readonly grant: LiveGrant | null
  readonly origin?: Origin
  readonly afterMs?: number
}

const readGate = ({ grant, origin = 'API', afterMs = 0 }: GrantCase) => {
  const { ledger, market } = openTradingBooks()
  ledger.liveGrant = grant
  const state = anEngineState({ ledger, market: market.market })
  state.session.constitutionHash = 'b'.repeat(64)
  const candidate = aCandidate({ mode: 'LIVE', origin })
  const { observed, pass } = gate.read(candidate, buildRiskView(state, candidate, NOON_MS + afterMs))
  return [pass, observed]
}

it.each([
  [null, null],
  [NOON_MS - 5_000, 5_000],
])('reports how long real money has been traded since the first grant at %s', (liveSinceMs, liveForMs) => {
  const { ledger, market } = openTradingBooks()
  ledger.liveSinceMs = liveSinceMs
  const state = anEngineState({ ledger, market: market.market })
  expect(buildRiskView(state, aCandidate({ mode: 'LIVE' }), NOON_MS)).toMatchObject({ liveForMs })
})

it.each<[string, GrantCase, [boolean, string | null]]>([
  ['none is given', { grant: null }, [false, null]],
  ['one is given', { grant: GRANT, origin: 'AUTOTRADING', afterMs: 999 }, [true, 'VALID']],
  ['it has run out', { grant: GRANT, afterMs: 1_000 }, [false, 'INVALID']],
  ['it is for other limits', { grant: { ...GRANT, constitutionHash: 'd'.repeat(64) } }, [false, 'OTHER_CONSTITUTION']],
  ['it is for orders by hand', { grant: { ...GRANT, scope: 'MANUAL' } }, [true, 'VALID']],
  [
    'autotrading has one for orders by hand',
    { grant: { ...GRANT, scope: 'MANUAL' }, origin: 'AUTOTRADING' },
    [false, 'INVALID'],
  ],
])('passes the live grant to its gate: %s', (_what, grantCase, expected) => {
  expect(readGate(grantCase)).toEqual(expected)
})
