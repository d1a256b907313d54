/** Types of research data, as the API returns them. */

import type { components } from '@plimsoll/client'

/** Stored backtest run, as returned by the API. */
export type Run = Schemas['ResearchRun']

type Schemas = components['schemas']
export type Job = Schemas['ResearchJob']
export type Trade = Schemas['ResearchTrade']
export type History = Schemas['StoredHistory']
export type Strategy = Schemas['ResearchStrategy']
export type JobOrder = Schemas['ResearchOrder']
export type ResearchData = Schemas['ResearchData']
export type SearchSummary = Schemas['ResearchSearch']
export type { ResearchComparison, ResearchRunDetail, ResearchSearchDetail } from '../../../contract/research.ts'
