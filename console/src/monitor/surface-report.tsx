import { Age } from '../figures/age.tsx'
import { Prose } from '../figures/prose.tsx'
import { REPORT } from '../live/freshness.ts'
import { useIsConnected } from '../live/use-freshness.ts'
import { useChannel } from '../live/use-live.ts'
import { RawJson } from '../ui/raw-json.tsx'
import { MissingEvidence } from './missing-evidence.tsx'
import { Reasons } from './reasons.tsx'
import type { Report, Surface } from './surfaces.ts'
import { Verdict } from './verdict.tsx'

/** One surface: verdict and age in the summary, the numbers when expanded. */
export const SurfaceReport = ({ surface, label }: { readonly surface: Surface; readonly label: string }) => {
  const report: Report | undefined = useChannel(`monitor.${surface}`)?.data
  const isConnected = useIsConnected()
  return (
    <details
      id={surface}
      className={`scroll-mt-40 rounded-lg border border-line bg-raised px-4 py-2 ${isConnected ? '' : 'aged'}`}
      open={location.hash === `#${surface}`}
    >
      <summary className="flex min-h-12 flex-wrap content-start items-baseline gap-x-4">
        <span className="min-w-72">
          <span className="block font-semibold">{label}</span>
          <span className="font-mono text-sm text-muted">{surface}</span>
        </span>
        {report ? (
          <>
            <Verdict verdict={report.verdict} severity={report.severity} />
            <span className="max-sm:basis-full sm:ml-auto">
              <Age at={report.generatedAt} allowed={REPORT} />
            </span>
            <span className="basis-full text-muted">
              <Prose>{report.summary}</Prose>
            </span>
          </>
        ) : (
          <span className="basis-full text-muted">Loading …</span>
        )}
      </summary>
      {report && (
        <div className="mt-3 grid grid-cols-1 gap-3 border-t border-line pt-3">
          <Reasons reasons={report.reasons} />
          <MissingEvidence missing={report.missingEvidence} />
          <RawJson of={report} />
        </div>
      )}
    </details>
  )
}
