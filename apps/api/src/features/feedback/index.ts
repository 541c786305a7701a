import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

/** What guests say after an event. The office reads it in the report "Feedback". */
export const feedback: Feature = { endpoints }
