import { Age } from '../figures/age.tsx'
import { t } from '../messages/messages.ts'
import { useLossBudget } from '../shell/loss-budget.ts'
import { Card } from '../ui/card.tsx'
import { Problem } from '../ui/problem.tsx'
import { ChangeCard, ConstitutionCard } from './constitution-card.tsx'
import { describeLoss } from './describe-loss.ts'
import { LimitList } from './limit-list.tsx'
import { groupLimits, type RiskLimit } from './limit-rows.ts'
import { OpenRiskCard } from './open-risk-card.tsx'
import { LIMITS_AGE, useLimits } from './use-limits.ts'

/**
 * Limits screen: remaining daily loss, usage of each risk limit, loss at the stops, and how the host changes a limit.
 */
export const Limits = () => {
  const { data: limits, error } = useLimits()
  const groups = limits && groupLimits(limits.limits)
  const age = limits && <Age at={limits.asOf} allowed={LIMITS_AGE} />
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">{t('Limits')}</h1>
      {error && <Problem title={t('Loading failed')} error={error} />}
      <LossSummary openRisk={limits?.openRisk} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <LimitCard title={t('Account limits')} limits={groups?.account} age={age} />
        <OpenRiskCard limits={limits} />
        <LimitCard title={t('Order limits')} limits={groups?.orders} age={age} />
        <LimitCard title={t('Market data, exchange and host')} limits={groups?.systems} age={age} />
        <ConstitutionCard limits={limits} />
        <ChangeCard limits={limits} />
      </div>
    </>
  )
}

interface Summarised {
  readonly openRisk:
    | { readonly lossFromMark: string | null; readonly symbols: readonly { readonly positionId: string | null }[] }
    | undefined
}

const LossSummary = ({ openRisk }: Summarised) => {
  const budget = useLossBudget()
  if (!openRisk) return <p className="mb-4 min-h-7 text-lg text-muted max-sm:min-h-21">{t('Loading…')}</p>
  const positions = openRisk.symbols.filter(({ positionId }) => positionId !== null).length
  const { text, isAlarming } = describeLoss({ budget, positions, lossFromMark: openRisk.lossFromMark })
  return <p className={`mb-4 min-h-7 text-lg max-sm:min-h-21 ${isAlarming ? 'font-semibold text-bad' : ''}`}>{text}</p>
}

interface Carded {
  readonly title: string
  readonly limits: readonly RiskLimit[] | undefined
  readonly age: React.ReactNode
}

const LimitCard = ({ title, limits, age }: Carded) => (
  <Card title={title} age={age} wide>
    {limits ? (
      <LimitList label={title} limits={limits} />
    ) : (
      <p className="min-h-103 text-muted max-sm:min-h-220">{t('Loading…')}</p>
    )}
  </Card>
)
