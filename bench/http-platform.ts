/** Platform server of the HTTP benchmark, run as a child process, with limits that do not bind. */

import { serveParent } from './child.ts'
import { openPlatform } from './platform.ts'

const { platform, token, close } = await openPlatform()
const path = process.argv[2] ?? '/api/v381/market/orderbook/BTCUSDT?depth=50'
serveParent({ url: platform.url, token, path }, { stop: close })
