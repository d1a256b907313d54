import type { Static } from 'typebox'
import type { publicStatusTruth } from '../../../../contract/monitor/public-status-truth.ts'

type PublicComponent = Static<(typeof publicStatusTruth)['data']>['components'][number]

export type ComponentId = PublicComponent['id']
export type ComponentStatus = PublicComponent['status']
