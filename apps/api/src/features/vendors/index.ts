import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

/** The vendor area: covers, product orders and statements of an account's own caterers and products. */
export const vendors: Feature = { endpoints }
