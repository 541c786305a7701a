import { markPath } from '@shiloh/contract/events/covers'

/** The Shiloh mark: two interlaced arches. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      aria-hidden="true"
    >
      <path d={markPath} />
    </svg>
  )
}
