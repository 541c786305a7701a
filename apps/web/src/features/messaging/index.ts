export { PinnedAnnouncements, usePinnedIsComing } from './pinned.tsx'
