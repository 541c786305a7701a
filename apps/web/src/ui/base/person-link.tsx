import type { UserType } from '@shiloh/contract/core'
import type { Permission } from '@shiloh/contract/permissions'
import { Link } from '@tanstack/react-router'
import { useCan } from '#platform/account'

/** Where the page of an account is, and what opens it. */
const PAGES: Readonly<Record<UserType, { readonly list: string; readonly permission: Permission }>> = {
  user: { list: '/admin/users', permission: 'users.read' },
  vendor: { list: '/admin/users', permission: 'users.read' },
  admin: { list: '/admin/admin-users', permission: 'admin_users.read' },
  checkin_user: { list: '/admin/check-in-users', permission: 'checkin_users.read' },
}

const pageOf = (list: string, id: string): string => `${list}/${id}`

/**
 * The name of a person as a link to their page, for readers who may open it.
 *
 * @param type null for an account that was deleted
 */
export function PersonLink({ id, name, type = 'user' }: { id: string; name: string; type?: UserType | null }) {
  const can = useCan()
  const page = type && PAGES[type]
  if (!page || !can(page.permission, id)) return <b>{name}</b>
  return (
    // In a row that opens something itself, the name opens the person.
    <Link to={pageOf(page.list, id)} className="personName" onClick={(event) => event.stopPropagation()}>
      {name}
    </Link>
  )
}
