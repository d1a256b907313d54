import { Link } from 'wouter'
import { Age } from '../figures/age.tsx'
import { t } from '../messages/messages.ts'
import { Card } from '../ui/card.tsx'
import { Command } from '../ui/command.tsx'
import { Part } from '../ui/part.tsx'
import { describeRule } from './rules.ts'
import { StateWord } from './state-word.tsx'
import { printQuarantine, printStart, type Quarantine, type StrategyRow, type StrategyState } from './strategy-rows.ts'

/** Card with the rule of a strategy, its state, and the host command that turns it on or off. */
export const RuleCard = ({ row, running }: Ruling) => {
  const { strategyId, name, state, quarantine } = row
  const rule = describeRule(strategyId)
  return (
    <Card title={name === strategyId ? name : `${strategyId} ${name}`}>
      <div className="grid grid-cols-1 gap-3">
        <p>
          {rule
            ? t('{entry} Shorts mirror this rule.', { entry: rule.entry })
            : t('A custom strategy, in a file on the host.')}
          {rule && <span className="block text-muted">{rule.exit}</span>}
        </p>
        <p>
          <StateWord of={state} />
          {state && <span className="text-muted"> · {EXPLANATIONS[state]}</span>}
        </p>
        {quarantine && <InQuarantine of={quarantine} />}
        {state === 'ON' && <TurnOff strategyId={strategyId} />}
        {state === 'OFF' && running && <TurnOn strategyId={strategyId} running={running} />}
        <Links strategyId={strategyId} isRunning={running?.includes(strategyId) ?? false} />
      </div>
    </Card>
  )
}

interface Ruling {
  readonly row: StrategyRow
  /** IDs of the strategies that autotrading runs; undefined until received. */
  readonly running: readonly string[] | undefined
}

const EXPLANATIONS: Readonly<Record<StrategyState, string>> = {
  ON: t('its signals are traded when they pass every gate'),
  TRACKED: t('its signals are tracked to their outcomes; autotrading is off'),
  QUARANTINED: t('no entries; its signals are still recorded'),
  OFF: t('it produces no signals'),
}

const TurnOff = ({ strategyId }: Pick<StrategyRow, 'strategyId'>) => (
  <Part title={t('Turn it off')}>
    <Command label={t('turn off')}>{printQuarantine(strategyId)}</Command>
    <Note>
      {t(
        'Run it in a terminal on the host, in the folder in which the server was started. It takes effect immediately: no new entries, while open positions keep their stops and exits.',
      )}
    </Note>
  </Part>
)

const TurnOn = ({ strategyId, running }: Pick<StrategyRow, 'strategyId'> & { readonly running: readonly string[] }) => (
  <Part title={t('Turn it on')}>
    <Command label={t('turn on')}>{printStart(strategyId, running)}</Command>
    <Note>
      {t(
        'Restart the server with this setting, and keep the other settings of your start. Open positions keep their stops.',
      )}
    </Note>
  </Part>
)

const InQuarantine = ({ of: { strategyId, reason, since } }: { readonly of: Quarantine }) => (
  <Part title={t('Quarantine')}>
    <p className="mb-1">
      <span className="text-warn">{reason}</span> <Age at={since} />
    </p>
    <Command
      label={t('command that re-arms the strategy')}
    >{`plimsoll strategies rearm ${strategyId} --reason "reviewed"`}</Command>
    <Note>{t('Run it in a terminal on the host to turn the strategy on again.')}</Note>
  </Part>
)

const Note = ({ children }: { readonly children: string }) => <p className="mt-1 text-sm text-muted">{children}</p>

interface Linking {
  readonly strategyId: string
  /** True when it has signals and candidates to list. */
  readonly isRunning: boolean
}

const Links = ({ strategyId, isRunning }: Linking) => (
  <ul aria-label={t('More about {strategyId}', { strategyId })} className="flex flex-wrap gap-x-4 gap-y-2">
    {Object.entries(isRunning ? { ...RESULTS, ...ACTIVITY } : RESULTS).map(([screen, name]) => (
      <li key={screen}>
        <Link
          href={`/${screen}?strategy=${strategyId}`}
          className="inline-flex min-h-6 items-center text-accent underline"
        >
          {name}
        </Link>
      </li>
    ))}
  </ul>
)

const RESULTS = { performance: t('Performance'), research: t('Backtests') } as const

const ACTIVITY = { signals: t('Signals'), autotrading: t('Candidates') } as const
