export { texts as messageLinkTexts } from './link-texts.ts'
export { MessageListLink } from './message-link.tsx'
export { PinnedAnnouncements } from './pinned.tsx'
