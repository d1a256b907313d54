import { t } from '../messages/messages.ts'
import { Choice } from '../ui/choice.tsx'
import { CheckField, InputField } from './input-field.tsx'
import type { JobDraft } from './job-draft.ts'
import { OBJECTIVES } from './objectives.ts'

/** Form fields of a parameter search, and of a walk-forward. */
export const SearchFields = ({ draft, onDraft }: Filling) => {
  const { search, walk } = draft
  const fillSearch = (changes: Partial<JobDraft['search']>): void =>
    onDraft({ ...draft, search: { ...search, ...changes } })
  const fillWalk = (changes: Partial<JobDraft['walk']>): void => onDraft({ ...draft, walk: { ...walk, ...changes } })
  return (
    <div className="flex flex-wrap items-end gap-3">
      <InputField
        label={t('Ranges, name=from..to/step')}
        width="w-80 max-w-full"
        maxLength={500}
        value={search.space}
        onFill={(space) => fillSearch({ space })}
      />
      <Choice
        label={t('Sampler')}
        value={search.sampler}
        choices={SAMPLERS}
        onChoose={(sampler) => fillSearch({ sampler })}
      />
      <Choice
        label={t('Pruner')}
        value={search.pruner ?? 'none'}
        choices={PRUNERS}
        onChoose={(pruner) => fillSearch({ pruner })}
      />
      <Choice
        label={t('Objective')}
        value={search.objective}
        choices={OBJECTIVES}
        onChoose={(objective) => fillSearch({ objective })}
      />
      <WholeField label={t('Trials')} min={1} value={search.trials} onFill={(trials) => fillSearch({ trials })} />
      <WholeField label={t('Seed')} value={search.seed} onFill={(seed) => fillSearch({ seed })} />
      {draft.kind === 'walk-forward' && (
        <>
          <WholeField
            label={t('Training, d')}
            min={1}
            value={walk.trainDays}
            onFill={(trainDays) => fillWalk({ trainDays })}
          />
          <WholeField
            label={t('Test, d')}
            min={1}
            value={walk.testDays}
            onFill={(testDays) => fillWalk({ testDays })}
          />
          <WholeField
            label={t('Embargo, d')}
            value={walk.embargoDays}
            onFill={(embargoDays) => fillWalk({ embargoDays })}
          />
          <WholeField
            label={t('Holdout, d')}
            value={walk.holdoutDays}
            onFill={(holdoutDays) => fillWalk({ holdoutDays })}
          />
          <CheckField
            label={t('Anchored at the start')}
            isChecked={walk.anchored}
            onCheck={(anchored) => fillWalk({ anchored })}
          />
        </>
      )}
    </div>
  )
}

interface Filling {
  readonly draft: JobDraft
  readonly onDraft: (draft: JobDraft) => void
}

const PRUNERS = { none: t('None'), asha: 'ASHA' } as const
const SAMPLERS = { grid: t('Grid'), sobol: t('Sobol'), random: t('Random'), tpe: 'TPE' } as const

interface Whole {
  readonly label: string
  readonly value: number
  readonly min?: number
  readonly onFill: (value: number) => void
}

const WholeField = ({ label, value, min = 0, onFill }: Whole) => (
  <InputField
    label={label}
    type="number"
    min={min}
    step={1}
    width="w-24"
    value={String(value)}
    onFill={(text) => onFill(Math.max(min, Math.trunc(Number(text))))}
  />
)
