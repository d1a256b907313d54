import type { components } from '@plimsoll/client'
import { formatReading, formatShare } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { Stacked } from '../ui/stacked.tsx'

/** Confidence of a signal, with its interval; its calibration is the tooltip. */
export const Confidence = ({ of: { confidence, confidenceCi, calibration } }: { readonly of: Confident }) => {
  const [low, high] = confidenceCi
  return (
    <span title={describeCalibration(calibration)}>
      <Stacked note={t('{low} to {high}%', { low: toPercent(low), high: toPercent(high) })}>
        <strong>{formatShare(confidence, 1)}</strong>
      </Stacked>
    </span>
  )
}

/** Returns the method of a calibration and the number of its outcomes. */
export const describeCalibration = ({ method, n }: Confident['calibration']): string =>
  `${METHODS[method]}, n = ${formatReading(n)}`

const toPercent = (share: number): number => Math.round(100 * share)

type Confident = Pick<components['schemas']['Signal'], 'confidence' | 'confidenceCi' | 'calibration'>

const METHODS: Readonly<Record<Confident['calibration']['method'], string>> = {
  PRIOR_ONLY: t('prior only'),
  SHRUNK: t('shrunk toward the prior'),
  PLATT: t('Platt scaling'),
  ISOTONIC: t('isotonic regression'),
}
