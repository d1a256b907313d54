import type { components } from '@plimsoll/client'
import { t } from '../messages/messages.ts'

/** Returns the steps of an emergency stop as strings, without those that were not requested. */
export const describeSteps = (stop: StopResult): readonly StepDescription[] => [
  ...stop.steps
    .filter(({ status }) => status !== 'NOT_REQUESTED')
    .map((step) => ({ name: step.step, status: step.status, text: describeStep(step, stop) })),
  {
    name: 'VERIFIED',
    status: stop.phase === 'COMPLETE' ? 'DONE' : 'PENDING',
    text: t('Two consecutive account readings found nothing left to cancel.'),
  },
]

type StopResult = components['schemas']['StopResult']
type Step = StopResult['steps'][number]

interface StepDescription {
  readonly name: string
  readonly status: string
  readonly text: string
}

const describeStep = (step: Step, { latchPersistence }: StopResult): string => {
  switch (step.step) {
    case 'LATCH_MEMORY':
      return t('Entries are blocked.')
    case 'LATCH_DURABLE':
      return t('The stop survives a restart ({latchPersistence}).', { latchPersistence })
    case 'CANCEL':
      return t('Orders cancelled: {confirmed} of {attempted}{describeRest}.', {
        confirmed: step.confirmed,
        attempted: step.attempted,
        describeRest: describeRest(step),
      })
    case 'PROTECT':
      return t('Positions with a verified stop: {verified} of {positions}.', {
        verified: step.verified,
        positions: step.positions,
      })
    case 'FLATTEN':
      return t('Positions still to be closed: {length}.', { length: step.remaining.length })
  }
}

const describeRest = ({ filled, failed, unknown, pending }: Extract<Step, { step: 'CANCEL' }>): string =>
  Object.entries({ filled, failed, unknown, pending })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `, ${count} ${name}`)
    .join('')
