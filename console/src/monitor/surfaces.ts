import type { ChannelData, SURFACES } from '@plimsoll/client'

export type Surface = (typeof SURFACES)[number]['name']

/** Report of any surface. */
export type Report = ChannelData[`monitor.${Surface}`]
