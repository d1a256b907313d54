/** Types of monitor reports, as the API returns them. */

import type { ChannelData, SURFACES } from '@plimsoll/client'

/** Name of a monitor surface. */
export type Surface = (typeof SURFACES)[number]['name']

/** Report of any surface. */
export type Report = ChannelData[`monitor.${Surface}`]
