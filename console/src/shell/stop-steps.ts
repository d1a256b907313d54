import type { components } from '@plimsoll/client'

/** Returns the steps of an emergency stop as strings, without those that were not requested. */
export const describeSteps = (stop: StopResult): readonly StepDescription[] => [
  ...stop.steps
    .filter(({ status }) => status !== 'NOT_REQUESTED')
    .map((step) => ({ name: step.step, status: step.status, text: describeStep(step, stop) })),
  {
    name: 'VERIFIED',
    status: stop.phase === 'COMPLETE' ? 'DONE' : 'PENDING',
    text: 'Two consecutive account reads found nothing left to cancel.',
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
      return 'Entries are blocked.'
    case 'LATCH_DURABLE':
      return `The stop survives a restart (${latchPersistence}).`
    case 'CANCEL':
      return `Orders cancelled: ${step.confirmed} of ${step.attempted}${describeRest(step)}.`
    case 'PROTECT':
      return `Positions with a verified stop: ${step.verified} of ${step.positions}.`
    case 'FLATTEN':
      return `Positions still to be closed: ${step.remaining.length}.`
  }
}

const describeRest = ({ filled, failed, unknown, pending }: Extract<Step, { step: 'CANCEL' }>): string =>
  Object.entries({ filled, failed, unknown, pending })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `, ${count} ${name}`)
    .join('')
