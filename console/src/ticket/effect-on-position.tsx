/** Effect of a previewed order on the position of its symbol, and the format of sizes in base currency. */

import type { components } from '@plimsoll/client'
import type { ReactNode } from 'react'
import { getSign, subtractDecimals } from '../figures/decimal.ts'
import { formatExact, formatToStep, formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { Prose } from '../figures/prose.tsx'
import { t } from '../messages/messages.ts'
import { Figures } from '../ui/figures.tsx'
import { ArrowGlyph, CrossGlyph } from '../ui/glyphs.tsx'

/** Position before and after the order: size, holder, entry, stop, and the loss at all stops. */
export const EffectOnPosition = ({ preview }: { readonly preview: Preview }) => {
  const { effectOnPosition: effect, instrument } = preview
  const { before, after, limits } = effect
  const price = (text: string | null): string => (text === null ? t('none') : formatToStep(text, instrument.tickSize))
  return (
    <section aria-label={t('Effect on the position')} className="grid gap-2">
      <Ownership effect={effect} />
      <Figures
        of={{
          [t('Position')]: (
            <Change from={formatSize(before, instrument.lotSize)} to={formatSize(after, instrument.lotSize)} />
          ),
          [t('Managed by')]: <Change from={formatHolder(before)} to={formatHolder(after)} />,
          [t('Average entry, USDT')]: <Change from={price(before.entryPrice)} to={price(after.entryPrice)} />,
          [t('Stop, USDT')]: <Change from={price(before.stopLoss)} to={price(after.stopLoss)} />,
          [t('Loss at stop, USDT')]: <Loss of={after.lossAtStop} limit={limits.lossAtStop} />,
          [t('Loss at all stops, USDT')]: <Loss of={after.totalLossAtStop} limit={limits.totalLossAtStop} />,
        }}
      />
    </section>
  )
}

type Preview = components['schemas']['OrderPreview']
type Effect = Preview['effectOnPosition']
type Outline = Effect['before']

/** Warning before an order that affects a position of autotrading. */
const Ownership = ({ effect: { before, summary } }: { readonly effect: Effect }) => {
  const text = <Prose>{summary}</Prose>
  if (before.holder?.kind !== 'AUTOTRADING') return <p>{text}</p>
  return <p className="border-l-4 border-warn pl-3 font-semibold text-warn">! {text}</p>
}

const formatSize = ({ quantity }: Outline, lotSize: string): string => {
  const sign = getSign(quantity)
  if (sign === 0) return t('flat')
  const size = formatToStep(sign > 0 ? quantity : subtractDecimals('0', quantity), lotSize)
  return `${sign > 0 ? 'LONG' : 'SHORT'} ${size}`
}

const formatHolder = ({ holder }: Outline): string => {
  if (holder === null) return t('none')
  return holder.kind === 'PERSON'
    ? t('manual')
    : `${t('autotrading')}${holder.strategyId ? ` (${holder.strategyId})` : ''}`
}

const Change = ({ from, to }: { readonly from: string; readonly to: string }): ReactNode =>
  from === to ? (
    to
  ) : (
    <>
      <span className="text-muted">{from}</span> <ArrowGlyph />
      <span className="sr-only">{t('becomes')}</span> {to}
    </>
  )

const Loss = ({ of, limit }: { readonly of: string | null; readonly limit: string | null }): ReactNode => {
  if (of === null) return UNKNOWN
  const isBeyond = limit !== null && getSign(subtractDecimals(of, limit)) > 0
  return (
    <span className={isBeyond ? 'text-bad' : undefined}>
      {isBeyond && <CrossGlyph />}
      {formatUsdt(of)}{' '}
      <span className="font-normal text-muted">
        {t('of {limit}', { limit: limit === null ? t('no limit') : formatUsdt(limit) })}
      </span>
    </span>
  )
}

/** Formats a size with its base currency: `0.01 BTC`. */
export const printSize = (qty: string, symbol: string): string => `${formatExact(qty)} ${symbol.replace(/USDT$/, '')}`
