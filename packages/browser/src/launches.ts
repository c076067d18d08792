/** The page of launches: the countdowns. */
import { startCountdowns } from '#countdown'

startCountdowns()
