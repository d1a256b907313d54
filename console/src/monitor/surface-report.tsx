/** Row of the health screen with the report of one monitor surface. */

import type { components } from '@plimsoll/client'
import { Age } from '../figures/age.tsx'
import { EventTime } from '../figures/event-time.tsx'
import { Prose } from '../figures/prose.tsx'
import { REPORT } from '../live/freshness.ts'
import { useIsConnected } from '../live/use-freshness.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { RawJson } from '../ui/raw-json.tsx'
import { evidenceShare, nextStep, readyAt } from './groups.ts'
import { MissingEvidence } from './missing-evidence.tsx'
import { Reasons } from './reasons.tsx'
import { ShareBar } from './share-bar.tsx'
import type { Report, Surface } from './surfaces.ts'
import { Verdict } from './verdict.tsx'

interface Reported {
  readonly surface: Surface
  readonly label: string
  /** Undefined until received. */
  readonly report: Report | undefined
}

/**
 * Report of one monitor surface: verdict, summary and next step in one row, reasons, missing evidence and JSON when
 * expanded.
 */
export const SurfaceReport = ({ surface, label, report }: Reported) => {
  const isConnected = useIsConnected()
  return (
    <details
      id={surface}
      className={`scroll-mt-40 rounded-lg border border-line bg-raised px-4 py-1.5 ${isConnected ? '' : 'aged'}`}
      open={location.hash === `#${surface}`}
    >
      <summary className="grid min-h-8 grid-cols-1 content-center items-baseline gap-x-4 gap-y-0.5 sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
        <span className="font-semibold">{label}</span>
        {report ? (
          <Outline surface={surface} report={report} />
        ) : (
          <span className="text-muted sm:col-span-2">{t('Loading…')}</span>
        )}
      </summary>
      {report && (
        <div className="mt-3 grid grid-cols-1 gap-3 border-t border-line pt-3">
          <Reasons reasons={report.reasons} />
          <MissingEvidence missing={report.missingEvidence} />
          <p className="text-sm text-muted">{rich('Report: {code}', { code: <code>{surface}</code> })}</p>
          <RawJson of={report} />
        </div>
      )}
    </details>
  )
}

const Outline = ({ surface, report }: { readonly surface: Surface; readonly report: Report }) => {
  const { verdict, severity, generatedAt } = report
  const step = nextStep(surface, report)
  const packet = report.surface === 'live-readiness-decision-packet' ? report.data : null
  return (
    <>
      <span className="grid min-w-0 gap-x-4 gap-y-1 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <span>
          <Verdict verdict={verdict} severity={severity} />
        </span>
        <span className="grid min-w-0 gap-y-1">
          {packet ? <PacketNote packet={packet} /> : <Summary report={report} />}
          {step !== undefined && !packet && (
            <span className="text-sm">
              <span className="text-muted">{t('What to do:')} </span>
              <Prose>{step}</Prose>
            </span>
          )}
        </span>
      </span>
      <span className="text-sm sm:text-right">
        <Age at={generatedAt} allowed={REPORT} />
      </span>
    </>
  )
}

/** Summary of a report, or the progress of its evidence. */
const Summary = ({ report: { verdict, summary, missingEvidence } }: { readonly report: Report }) => {
  const share = verdict === 'INSUFFICIENT_EVIDENCE' ? evidenceShare(missingEvidence) : undefined
  const at = share === undefined ? undefined : readyAt(missingEvidence)
  return share === undefined ? (
    <span className="text-muted">
      <Prose>{summary}</Prose>
    </span>
  ) : (
    <span className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      {rich('{shareBar} {percent}% of the evidence', {
        shareBar: <ShareBar share={share} />,
        percent: Math.floor(share * 100),
      })}
      {at !== undefined && <span>{rich('complete around {when}', { when: <EventTime at={at} /> })}</span>}
    </span>
  )
}

type Packet = NonNullable<components['schemas']['LiveReadinessDecisionPacket']['data']>

/** Identity of the decision packet; its gates are those of the readiness report, which summarises them. */
const PacketNote = ({ packet: { packetHash, mintedAt, validUntil } }: { readonly packet: Packet }) => (
  <span className="text-muted">
    {rich('Packet {hash}, recorded {when}, valid until {end}. Arming live trading on the host requires its hash.', {
      hash: <code className="font-mono text-sm">{packetHash.slice(0, 12)}</code>,
      when: <EventTime at={mintedAt} />,
      end: <EventTime at={validUntil} />,
    })}
  </span>
)
