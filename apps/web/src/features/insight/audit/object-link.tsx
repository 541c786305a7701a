import type { AuditEntry } from '@shiloh/contract/insight'
import type { Permission } from '@shiloh/contract/permissions'
import { Link } from '@tanstack/react-router'
import { useCan } from '#platform/account'

/** Where single objects have a page, and what opens it. */
const PAGES: Readonly<Record<string, { readonly list: string; readonly permission: Permission }>> = {
  reservations: { list: '/admin/reservations', permission: 'reservations.read' },
  care: { list: '/admin/reservations', permission: 'reservations.read' },
  events: { list: '/admin/events', permission: 'events.read' },
  event_forms: { list: '/admin/event-forms', permission: 'event_forms.read' },
  users: { list: '/admin/users', permission: 'users.read' },
  admin_users: { list: '/admin/admin-users', permission: 'admin_users.read' },
  checkin_users: { list: '/admin/check-in-users', permission: 'checkin_users.read' },
  blogs: { list: '/admin/blogs', permission: 'blogs.read' },
  support_tickets: { list: '/admin/support', permission: 'support_tickets.read' },
}

type Named = Pick<AuditEntry, 'resource' | 'object_id' | 'action'>

/** Returns the page of the object of an entry, if it has one that the reader may open. A deleted object has none. */
export function useObjectPage(): (entry: Named) => string | undefined {
  const can = useCan()
  return ({ resource, object_id, action }) => {
    const page = PAGES[resource]
    return page && object_id !== null && action !== 'delete' && can(page.permission, object_id)
      ? `${page.list}/${object_id}`
      : undefined
  }
}

/** The name of the object of an entry, as a link to its page. */
export function ObjectLink({ entry }: { entry: AuditEntry }) {
  const page = useObjectPage()(entry)
  return page ? (
    <Link to={page} className="personName" onClick={(event) => event.stopPropagation()}>
      {entry.label}
    </Link>
  ) : (
    entry.label
  )
}
