import { ID_PATTERN } from '../core.ts'

/**
 * A printed gate list is the device of its point: entries of one list never double each other, and those of two lists
 * at two gates do. No gate can have such an id.
 */
const PAPER = '#paper.'

/** Returns the device whose scans the printed list of a point holds. */
export const paperDevice = (pointId: string): string => `${PAPER}${pointId}`

/** Returns whether scans of this device were entered later, from a printed list. */
export const isPaper = (deviceId: string): boolean =>
  deviceId.startsWith(PAPER) && ID_PATTERN.test(deviceId.slice(PAPER.length))
