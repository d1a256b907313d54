import { SURFACES } from '@plimsoll/client'

/** Titles of the monitor surfaces, as on the health screen, by name. */
export const SURFACE_LABELS: ReadonlyMap<string, string> = new Map(SURFACES.map(({ name, label }) => [name, label]))
