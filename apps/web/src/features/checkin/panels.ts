/** Panels above the camera. They are in the address, so that a phone's back button leads to the camera. */
export const panels = ['find', 'history', 'settings', 'shift', 'rehearse'] as const
export type Panel = (typeof panels)[number]
