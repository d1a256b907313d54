import type { Static } from 'typebox'
import type { publicStatusTruth } from '../../../contract/monitor/public-status-truth.ts'

type Shown = Static<(typeof publicStatusTruth)['data']>['components'][number]

export type ComponentId = Shown['id']
export type ComponentStatus = Shown['status']
