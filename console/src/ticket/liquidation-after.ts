import type { components } from '@plimsoll/client'
import { getSign } from '../figures/decimal.ts'
import { formatToStep } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'

/** Returns the liquidation price after a previewed order, or why there is none. */
export const liquidationAfter = ({
  liquidationPriceAfter,
  maintenanceMarginAfter,
  effectOnPosition,
  instrument,
}: Previewed): string => {
  if (liquidationPriceAfter !== null) return formatToStep(liquidationPriceAfter, instrument.tickSize)
  if (maintenanceMarginAfter === null) return t('unknown: no account or mark price received yet')
  return getSign(effectOnPosition.after.quantity) === 0
    ? t('none: no position')
    : t('none: the balance covers every price')
}

type Preview = components['schemas']['OrderPreview']

interface Previewed extends Pick<Preview, 'liquidationPriceAfter' | 'maintenanceMarginAfter'> {
  readonly instrument: Pick<Preview['instrument'], 'tickSize'>
  readonly effectOnPosition: { readonly after: Pick<Preview['effectOnPosition']['after'], 'quantity'> }
}
