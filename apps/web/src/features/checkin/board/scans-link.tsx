import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface ScansLinkProps {
  eventId: string
  /** The filter of the list, as in its address. */
  search: Readonly<Record<string, string>>
  children: ReactNode
}

/** A figure or a name of the board that leads to its scans. */
export function ScansLink({ eventId, search, children }: ScansLinkProps) {
  return (
    <Link to="/admin/check-in/$id/scans" params={{ id: eventId }} search={search}>
      {children}
    </Link>
  )
}
