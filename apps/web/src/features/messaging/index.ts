export { PinnedAnnouncements } from './pinned.tsx'
