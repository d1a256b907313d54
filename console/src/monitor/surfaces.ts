/** Types of the monitor surfaces and their reports, derived from the client. */

import type { ChannelData, SURFACES } from '@plimsoll/client'

/** Name of a monitor surface. */
export type Surface = (typeof SURFACES)[number]['name']

/** Report of any surface. */
export type Report = ChannelData[`monitor.${Surface}`]
