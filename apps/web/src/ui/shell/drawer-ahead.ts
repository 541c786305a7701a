import { isSlowNetwork, savesData } from '#platform/connection'
import { hasTickets } from '#platform/tickets-owner'

/**
 * Returns whether the navigation of a phone is loaded before somebody opens it. Its links are the way to the tickets of a
 * phone that has lost its network meanwhile. Over a slow network it is a tenth of all that a page loads: a phone without
 * tickets gets it with the tap that opens it.
 */
export const comesAhead = (): boolean => !savesData() && (hasTickets() || !isSlowNetwork())
