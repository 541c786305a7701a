/** What lies over the camera; in the address, so that a phone's back button leads back to the camera. */
export const panels = ['find', 'history', 'settings'] as const
export type Panel = (typeof panels)[number]
