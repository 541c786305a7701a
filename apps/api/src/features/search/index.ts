import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

/** Finds rows of every type by their names. */
export const search: Feature = { endpoints }
