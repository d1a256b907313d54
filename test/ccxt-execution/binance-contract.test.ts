import { venueContract } from '../venue.contract.ts'
import { overTheLibrary } from './over-the-library.ts'
import { BINANCE } from './places.ts'

venueContract('Binance over the library', () => overTheLibrary(BINANCE))
