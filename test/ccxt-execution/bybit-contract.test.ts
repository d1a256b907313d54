import { venueContract } from '../venue.contract.ts'
import { overTheLibrary } from './over-the-library.ts'
import { BYBIT } from './places.ts'

venueContract('Bybit over the library', () => overTheLibrary(BYBIT))
