import { Link } from '@tanstack/react-router'
import { useCan } from '#platform/account'

const personPage = (id: string): string => `/admin/users/${id}`

/** The name of a person as a link to their page, for readers who may open it. */
export function PersonLink({ id, name }: { id: string; name: string }) {
  const can = useCan()
  if (!can('users.read', id)) return <b>{name}</b>
  return (
    // In a row that opens something itself, the name opens the person.
    <Link to={personPage(id)} className="personName" onClick={(event) => event.stopPropagation()}>
      {name}
    </Link>
  )
}
