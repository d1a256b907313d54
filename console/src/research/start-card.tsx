import { Card } from '../ui/card.tsx'
import { listCandles } from './job-defaults.ts'
import { StartForm } from './start-form.tsx'
import type { ResearchData } from './types.ts'

/** Form to start a job; without stored candles, instructions to download some. */
export const StartCard = ({ data }: { readonly data: ResearchData }) => (
  <Card title="Start a job">
    {listCandles(data.items).size === 0 ? (
      <p>No candles stored. The Data tab shows the command that downloads them.</p>
    ) : (
      <StartForm data={data} />
    )}
  </Card>
)
