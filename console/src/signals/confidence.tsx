import type { components } from '@plimsoll/client'
import { formatReading, formatShare } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'

/** Confidence of a signal, with its interval and calibration. */
export const Confidence = ({ of: { confidence, confidenceCi, calibration } }: { readonly of: Confident }) => {
  const [low, high] = confidenceCi
  return (
    <>
      <strong>{formatShare(confidence, 1)}</strong>{' '}
      <span className="text-muted">({t('{low} to {high}%', { low: toPercent(low), high: toPercent(high) })})</span>
      <span className="block text-sm text-muted">
        {METHODS[calibration.method]}, n = {formatReading(calibration.n)}
      </span>
    </>
  )
}

const toPercent = (share: number): number => Math.round(100 * share)

type Confident = Pick<components['schemas']['Signal'], 'confidence' | 'confidenceCi' | 'calibration'>

const METHODS: Readonly<Record<Confident['calibration']['method'], string>> = {
  PRIOR_ONLY: t('prior only'),
  SHRUNK: t('shrunk toward the prior'),
  PLATT: t('Platt scaling'),
  ISOTONIC: t('isotonic regression'),
}
