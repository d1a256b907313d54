import { useState } from 'react'
import { Problem } from '../ui/problem.tsx'

interface Saving {
  /** File name. */
  readonly name: string
  /** Reads it as CSV, with its text not read yet. */
  readonly read: () => Promise<{ readonly response: Response }>
}

/** Saves the newest of a list as the server writes them. */
export const CsvButton = ({ name, read }: Saving) => {
  const [error, setError] = useState<unknown>()
  const save = async (): Promise<void> => {
    setError(undefined)
    const { response } = await read()
    const address = URL.createObjectURL(await response.blob())
    const link = document.createElement('a')
    link.href = address
    link.download = `${name}.csv`
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <>
      <button type="button" className="quiet-button text-sm" onClick={() => void save().catch(setError)}>
        Export newest {CSV_ROWS} as CSV
      </button>
      {error !== undefined && <Problem title="Download failed" error={error} />}
    </>
  )
}

/** The longest page there is. */
export const CSV_ROWS = 200
