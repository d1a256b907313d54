/** Report of a monitor surface: summary of the packet's decision, and the changes since the previous packet. */

import { Type } from 'typebox'
import { At, idText, Nullable } from '../common.ts'
import { Sha256 } from '../signals.ts'
import { Decision, GateCounts, liveReadinessDecisionPacket } from './live-readiness-decision-packet.ts'
import { surfaceContract } from './surface.ts'

const Reading = Type.Union([Type.Number(), Type.String()])
const gate = { id: Type.String(), title: Type.String(), measured: Nullable(Reading), threshold: Reading }

export const goLiveReadinessSnapshot = surfaceContract({
  surface: 'go-live-readiness-snapshot',
  label: 'Go-live readiness',
  question: 'whether live trading is possible',
  isAssessment: true,
  verdicts: liveReadinessDecisionPacket.verdicts,
  data: Type.Object({
    packetId: Nullable(idText('pkt'), 'Packet it is based on; null when there is none'),
    packetHash: Nullable(Sha256),
    decision: Nullable(Decision),
    counts: GateCounts,
    firstFailing: Type.Array(Type.Object(gate), { maxItems: 5 }),
    nearest: Type.Array(Type.Object({ ...gate, etaAt: Nullable(At, 'Null when it cannot be estimated') }), {
      maxItems: 5,
      description: 'Gates with missing evidence, partly measured ones first',
    }),
    changeSince: Nullable(
      Type.Object({
        packetId: idText('pkt'),
        at: At,
        improved: Type.Array(Type.String(), { description: 'Based on measurements; waivers do not improve it' }),
        regressed: Type.Array(Type.String()),
      }),
      'Changes since the previous packet; null when there was none',
    ),
    readinessPct: Nullable(
      Type.Number(),
      'Percent of the gates that pass by measurement, without waived ones; not a probability',
    ),
    liveGrant: Type.Object(
      {
        present: Type.Boolean(),
        expiresAt: Nullable(At),
        matchesConstitution: Nullable(Type.Boolean(), 'Null when there is none'),
      },
      { description: 'Grant of the host, if any' },
    ),
    grantsAuthority: Type.Literal(false),
  }),
})
