import { Link } from 'wouter'
import { t } from '../messages/messages.ts'
import {
  classifyUsage,
  describeDefault,
  describeHeadroom,
  describeUse,
  formatAmount,
  type RiskLimit,
  type Usage,
} from './limit-rows.ts'
import { nameLimit } from './names.ts'

/** List of limits, each with its usage as a bar, the remaining amount, the default, and the check that enforces it. */
export const LimitList = ({ label, limits }: Listed) => (
  <ul aria-label={label} className="grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-2 min-[150rem]:grid-cols-3">
    {limits.map((limit) => (
      <li key={limit.path} className="grid min-w-0 content-start gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="font-semibold">{nameLimit(limit)}</h3>
          <LimitValue limit={limit} />
        </div>
        {!limit.perOrder && <UsageBar limit={limit} />}
        <p className="text-sm text-muted">
          {!limit.perOrder && `${describeHeadroom(limit)} · `}
          <span className={limit.comparison === 'LOOSER' ? 'font-semibold text-warn' : ''}>
            {describeDefault(limit)}
          </span>{' '}
          · <Check limit={limit} />
        </p>
      </li>
    ))}
  </ul>
)

interface Listed {
  readonly label: string
  readonly limits: readonly RiskLimit[]
}

const MARKS: Readonly<Record<Usage, { readonly colour: string; readonly word: string }>> = {
  WITHIN: { colour: 'bg-accent', word: '' },
  NEAR: { colour: 'bg-warn', word: t('near the limit') },
  REACHED: { colour: 'bg-bad', word: t('limit reached') },
  UNKNOWN: { colour: 'bg-line', word: '' },
}

const TEXTS: Readonly<Record<Usage, string>> = { WITHIN: '', NEAR: 'text-warn', REACHED: 'text-bad', UNKNOWN: '' }

const LimitValue = ({ limit }: { readonly limit: RiskLimit }) => {
  if (limit.perOrder) {
    const bound = limit.operator === '≥' ? t('at least') : limit.operator === '<' ? t('below') : t('at most')
    return <span>{limit.limit === null ? t('not configured') : `${bound} ${formatAmount(limit.limit, limit)}`}</span>
  }
  const usage = classifyUsage(limit)
  return (
    <span className={TEXTS[usage]}>
      {MARKS[usage].word !== '' && <strong>{MARKS[usage].word}: </strong>}
      {describeUse(limit)}
    </span>
  )
}

const UsageBar = ({ limit }: { readonly limit: RiskLimit }) => (
  <div aria-hidden="true" className="h-2 overflow-hidden rounded-full border border-edge">
    <div
      className={`h-full ${MARKS[classifyUsage(limit)].colour}`}
      style={{ width: `${100 * Math.min(1, limit.usedShare ?? 0)}%` }}
    />
  </div>
)

/** The gate that enforces a limit, with a link to the candidates it has refused. */
const Check = ({ limit: { gateId, gate } }: { readonly limit: RiskLimit }) =>
  /^G\d/.test(gateId) ? (
    <Link href={`/autotrading?gate=${gateId}`} className="text-accent underline">
      {gateId} {gate}
    </Link>
  ) : (
    <Link href="/autotrading" className="text-accent underline">
      {t('breaker: {gate}', { gate })}
    </Link>
  )
