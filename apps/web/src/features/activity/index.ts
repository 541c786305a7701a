import { text } from '#platform/i18n'
import { texts } from './texts.ts'

/** The part of an address after `#` that opens the drawer with all long work, over any page of the office. */
export const ACTIVITY_HASH = 'activity'

/** The name of the drawer. */
export const activityName = text(texts, 'activity')
